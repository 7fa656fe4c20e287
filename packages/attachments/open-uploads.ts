import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { attachmentLimits } from '@ecmr/domain'
import type { FileFault } from './accept-file.js'
import type { Inspected } from './inspect/messages.js'
import { type FileInspector, openFileInspector } from './inspect/open-inspector.js'
import { openPace, type Pace } from './pace.js'

/** A file that was sent, on the disk. */
export interface SentFile {
  /** as its sender called it, if at all */
  readonly name: string | undefined
  readonly bytes: number
  /** what it is; and what is to be kept of it lies beside it afterwards */
  inspect(): Promise<Inspected>
  /** What is to be kept, once it was inspected. */
  read(): Promise<Uint8Array>
  /** Removes it from the disk. Repeating it does no harm. */
  discard(): Promise<void>
}

export type Received =
  | { readonly ok: true; readonly file: SentFile }
  | { readonly ok: false; readonly fault: Extract<FileFault, 'empty' | 'too_large'> }

/** Takes files from where they come in, piece by piece: no more than a piece of each is in memory. */
export interface Uploads {
  /** @throws Error when it breaks off, or the disk is full; nothing is left then */
  receive(stream: Readable, name?: string): Promise<Received>
  close(): Promise<void>
}

/**
 * Of all files together: sixteen fast senders would keep the thread that serves, and the disk, from everyone else (`npm run bench -- attachments`). A
 * telephone sends some 3 MB a second.
 */
const BYTES_PER_SECOND = 24 * 1_024 * 1_024
const BURST_MS = 40
const WRITTEN_AT_ONCE = 512 * 1_024

/** No upload takes so long: a file that is older was left by a process that was killed. */
const OLD_MS = 60 * 60 * 1_000

/**
 * Opens a directory for files that come in. It is made when it is first used.
 *
 * @param options.inspector looks at them; a thread of its own unless given
 */
export function openUploads(
  directory: string,
  { inspector = openFileInspector() }: { readonly inspector?: FileInspector } = {},
): Uploads {
  const pace = openPace({ bytesPerSecond: BYTES_PER_SECOND, burstMs: BURST_MS })
  let tidiedAt = Number.NEGATIVE_INFINITY

  async function prepare(): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    if (performance.now() - tidiedAt < OLD_MS) return
    tidiedAt = performance.now()
    await removeOld(directory)
  }

  return {
    async receive(stream, name) {
      await prepare()
      const path = join(directory, randomUUID())
      const kept = `${path}.kept`
      const discard = async (): Promise<void> => {
        await Promise.all([path, kept].map((each) => rm(each, { force: true })))
      }
      try {
        const bytes = await write(stream, path, pace)
        if (bytes === 'too_large' || bytes === 0) {
          await discard()
          return { ok: false, fault: bytes === 0 ? 'empty' : bytes }
        }
        const inspect = () => inspector.inspect(path, kept)
        return { ok: true, file: { name, bytes, inspect, read: () => readFile(kept), discard } }
      } catch (error) {
        await discard()
        throw error
      }
    },
    close: () => inspector.close(),
  }
}

async function write(stream: Readable, path: string, pace: Pace): Promise<number | 'too_large'> {
  let bytes = 0
  const counted = async function* (pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of gathered(pieces)) {
      bytes += piece.length
      await pace.pass(piece.length)
      // The rest is passed over, so that the sender comes to read the answer.
      if (bytes <= attachmentLimits.bytes) yield piece
    }
  }
  await pipeline(stream, counted, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  return bytes > attachmentLimits.bytes ? 'too_large' : bytes
}

/** The same in larger pieces: each that is written costs a change of threads. */
async function* gathered(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < WRITTEN_AT_ONCE) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

async function removeOld(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const state = await stat(path).catch(() => undefined)
    if (state && state.mtimeMs < Date.now() - OLD_MS) await rm(path, { force: true })
  }
}
