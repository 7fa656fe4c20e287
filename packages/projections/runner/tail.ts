import type { Checkpoint, Position } from '@ecmr/event-store'
import { BATCH_BYTES, type Batch, joined } from './batches.js'

/** Most batches that wait for one reader. */
const MOST_WAITING = 8
/** Most bytes that wait for one reader before the others wait for it. The readers hold the same events, not copies. */
const MOST_BYTES = 16 * 1024 * 1024
/** How long the others wait for a reader that takes nothing, before it is left to itself. */
const PATIENCE_MS = 2_000

/** One of those who share what is read. */
export class Reader {
  readonly #waiting: Batch[] = []
  #wake: (() => void) | undefined
  #drained: (() => void) | undefined
  #failure: { readonly error: unknown } | undefined
  readonly #left = new AbortController()

  get isFull(): boolean {
    const bytes = this.#waiting.reduce((sum, batch) => sum + batch.bytes, 0)
    return this.#waiting.length >= MOST_WAITING || bytes >= MOST_BYTES
  }

  put(batch: Batch): void {
    this.#waiting.push(batch)
    this.#wake?.()
  }

  fail(error: unknown): void {
    this.#failure = { error }
    this.end()
  }

  end(): void {
    this.#left.abort()
    this.#wake?.()
    this.#drained?.()
  }

  /**
   * All that waits, as far as it makes one batch, as soon as there is something; `undefined` once the reader has left or
   * was left.
   *
   * @throws what ended the reading
   */
  async next(): Promise<Batch | undefined> {
    while (this.#waiting.length === 0 && !this.#left.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#failure) throw this.#failure.error
    if (this.#left.signal.aborted) return undefined
    const batch = joined(this.#waiting.splice(0, this.#fitting()))
    this.#drained?.()
    return batch
  }

  /** How many of the batches that wait fit into one; one at least. */
  #fitting(): number {
    let bytes = 0
    const beyond = this.#waiting.findIndex((batch, index) => {
      bytes += batch.bytes
      return index > 0 && bytes > BATCH_BYTES
    })
    return beyond === -1 ? this.#waiting.length : beyond
  }

  /** Whether any of what waits is taken within a time. */
  async isDrained(patienceMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMs, false)
      this.#drained = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  }
}

/** What is read once and handed to several readers, at the pace of the slowest as long as that one moves. */
export class Tail {
  readonly #open: (after: Checkpoint, signal: AbortSignal) => AsyncIterable<Batch>
  readonly #readers = new Set<Reader>()
  #reading: AbortController | undefined
  #position: Position = ''

  constructor(open: (after: Checkpoint, signal: AbortSignal) => AsyncIterable<Batch>) {
    this.#open = open
  }

  /** Whether a reader at this position misses nothing by joining. */
  isOpenAt(position: Position): boolean {
    return !this.#reading || position >= this.#position
  }

  /** Joins from a position on. `undefined`: the others are further on. */
  join(place: Checkpoint): Reader | undefined {
    if (!this.isOpenAt(place.position)) return undefined
    const reader = new Reader()
    this.#readers.add(reader)
    if (!this.#reading) this.#start(place)
    return reader
  }

  leave(reader: Reader): void {
    reader.end()
    this.#readers.delete(reader)
    if (this.#readers.size > 0) return
    this.#reading?.abort()
    this.#reading = undefined
  }

  #start(after: Checkpoint): void {
    const reading = new AbortController()
    this.#reading = reading
    this.#position = after.position
    // However reading ends, all readers that still wait are sent away, with the error if it failed.
    const end = (tell?: (reader: Reader) => void): void => {
      if (this.#reading !== reading) return
      for (const reader of [...this.#readers]) {
        tell?.(reader)
        this.leave(reader)
      }
    }
    this.#read(after, reading.signal).then(
      () => end(),
      (error: unknown) => end((reader) => reader.fail(error)),
    )
  }

  async #read(after: Checkpoint, signal: AbortSignal): Promise<void> {
    for await (const batch of this.#open(after, signal)) {
      if (signal.aborted) return
      this.#position = batch.position
      for (const reader of this.#readers) reader.put(batch)
      for (const reader of this.#readers) {
        if (reader.isFull && !(await reader.isDrained(PATIENCE_MS))) this.leave(reader)
      }
    }
  }
}
