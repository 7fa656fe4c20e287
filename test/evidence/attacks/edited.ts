import { createHash } from 'node:crypto'
import { type Signer, signNote } from '@ecmr/evidence'
import { type NewEvent, sealEvent } from '@ecmr/event-store'
import { ZipFile } from 'yazl'

/** The files of a bundle, by name. */
export type Files = Map<string, Buffer>

/** An event as a line of events.jsonl. */
export type Line = NewEvent & { readonly stream: string; readonly revision: number }

/** Takes a bundle apart; its entries are stored one after the other. */
export function unpacked(bundle: Uint8Array): Files {
  const zip = Buffer.from(bundle)
  const files: Files = new Map()
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [size, length] = [zip.readUInt32LE(at + 22), zip.readUInt16LE(at + 26)]
    const data = at + 30 + length
    files.set(zip.toString('utf8', at + 30, data), zip.subarray(data, data + size))
    at = data + size
  }
  return files
}

/** Puts files into an archive as bundles are. */
export function packed(files: Iterable<readonly [string, Buffer]>): Uint8Array<ArrayBuffer> {
  const zip = new ZipFile()
  for (const [name, content] of files)
    zip.addBuffer(content, name, { compress: false, mtime: new Date(1980, 0, 1), forceDosTimestamp: true })
  zip.end()
  const parts: Buffer[] = []
  for (let part = zip.outputStream.read(); Buffer.isBuffer(part); part = zip.outputStream.read())
    parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}

/** The manifest over what the files are now, with its last lines changed at will, signed by a key. */
export function relist(files: Files, signer: Signer, change = (lines: string) => lines): void {
  const lines = textIn(files, 'manifest').split('\n')
  const about = lines.slice(
    lines.findIndex((line) => line.startsWith('note ')),
    lines.indexOf(''),
  )
  const list = [...files.keys()]
    .filter((name) => name !== 'manifest')
    .sort((a, b) => (a < b ? -1 : 1))
    .map(
      (name) =>
        `${createHash('sha256')
          .update(files.get(name) ?? '')
          .digest('hex')}  ${name}\n`,
    )
  write(files, 'manifest', signNote(`${list.join('')}${change(`${about.join('\n')}\n`)}`, signer))
}

export function textIn(files: Files, name: string): string {
  const content = files.get(name)
  if (content === undefined) throw new Error(`the bundle has no ${name}`)
  return content.toString()
}

export function write(files: Files, name: string, content: string): void {
  files.set(name, Buffer.from(content))
}

export function replace(files: Files, name: string, what: string | RegExp, by: string): void {
  const before = textIn(files, name)
  const after = before.replace(what, by)
  if (after === before) throw new Error(`${name} does not hold ${what}`)
  write(files, name, after)
}

export function linesIn(files: Files): readonly Line[] {
  return textIn(files, 'events.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Writes events as they stand, whatever their hashes say. */
export function writeLines(files: Files, lines: readonly object[]): void {
  write(files, 'events.jsonl', lines.map((line) => `${canonical(line)}\n`).join(''))
}

/** Places and hashes made anew, as the operator could. */
export function rechained(lines: readonly Line[]): readonly Line[] {
  const chain: Line[] = []
  for (const [revision, { stream, ...event }] of lines.entries()) {
    const metadata = { ...event.metadata, prev_hash: chain.at(-1)?.metadata.hash ?? null }
    chain.push({ ...sealEvent(stream, revision, { ...event, metadata }), stream, revision })
  }
  return chain
}

function canonical(value: object): string {
  return JSON.stringify(value, (_, member) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
