import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Proposed } from './records.js'

/** One append, as it goes to disk: all of it is there or nothing. */
export interface Entry {
  readonly stream: string
  /** ms since 1970 */
  readonly at: number
  readonly events: readonly Proposed[]
  readonly tombstone?: boolean
}

export interface Journal {
  entries(): Iterable<Entry>
  /** Returns when the entry has been given to the operating system, so that `kill -9` cannot lose it. */
  write(entry: Entry): void
  close(): void
}

/** One line of JSON per append. A torn last line is cut off at opening: its write was never acknowledged. */
export function fileJournal(file: string): Journal {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const descriptor = openSync(file, 'a')
  ftruncateSync(descriptor, Buffer.byteLength(whole))
  return {
    *entries() {
      for (const line of whole.split('\n')) if (line !== '') yield fromLine(line)
    },
    write: (entry) => void writeWhole(descriptor, Buffer.from(toLine(entry))),
    close: () => closeSync(descriptor),
  }
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}

type Line = readonly [
  stream: string,
  at: number,
  tombstone: 0 | 1,
  events: readonly (readonly [id: string, type: string, json: 0 | 1, data: string, metadata: string])[],
]

function toLine(entry: Entry): string {
  const events = entry.events.map(
    ({ id, type, json, data, metadata }) => [id, type, json ? 1 : 0, base64(data), base64(metadata)] as const,
  )
  const line: Line = [entry.stream, entry.at, entry.tombstone ? 1 : 0, events]
  return `${JSON.stringify(line)}\n`
}

function fromLine(text: string): Entry {
  const [stream, at, tombstone, events]: Line = JSON.parse(text)
  return {
    stream,
    at,
    tombstone: tombstone === 1,
    events: events.map(([id, type, json, data, metadata]) => ({
      id,
      type,
      json: json === 1,
      data: Buffer.from(data, 'base64'),
      metadata: Buffer.from(metadata, 'base64'),
    })),
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
