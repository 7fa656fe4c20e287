import { type Followed, type Position, type RecordedEvent, type SeenEvent, seenOf } from '@ecmr/event-store'

/** Events that are written together, and how far the log is done with them. */
export interface Batch {
  readonly events: readonly RecordedEvent[]
  /** about what they take; more when some were left out since */
  readonly bytes: number
  readonly position: Position
  /** the event that stands there; null: unknown, and nothing in the batch is news */
  readonly seen: SeenEvent | null
}

/** Batches that follow each other as one. */
export function joined(batches: readonly Batch[]): Batch | undefined {
  const last = batches.at(-1)
  if (batches.length < 2 || !last) return last
  const bytes = batches.reduce((sum, batch) => sum + batch.bytes, 0)
  return { ...last, bytes, events: batches.flatMap(({ events }) => events) }
}

/** What of a batch comes after a position. */
export function since(batch: Batch, position: Position): Batch {
  const [first] = batch.events
  if (!first || first.position > position) {
    return batch.position > position ? batch : { events: [], bytes: 0, position, seen: null }
  }
  const events = batch.events.filter((event) => event.position > position)
  return batch.position > position ? { ...batch, events } : { events, bytes: 0, position, seen: null }
}

/** Most events in a batch. */
export const BATCH_EVENTS = 256
/** A batch is not added to once it takes so many bytes. */
export const BATCH_BYTES = 4 * 1024 * 1024
/**
 * Longest pause between two batches, so that a busy log costs at most twenty transactions a second. A caller that waits
 * for its own write waits that much longer, and only while the log is busy.
 */
export const BATCH_MS = 50

/**
 * Gathers what `follow` yields. A batch is handed out when it is full, or 50 ms after the one before; after a pause
 * of the log the first event is handed out at once.
 */
export async function* inBatches(followed: AsyncIterable<Followed>): AsyncGenerator<Batch> {
  const iterator = followed[Symbol.asyncIterator]()
  let next = advance(iterator)
  let handedOut = 0
  for (let first = await next; !first.done; first = await next) {
    const batch = new OpenBatch(first.value)
    const pause = new Pause(handedOut + BATCH_MS)
    next = advance(iterator)
    while (!batch.isFull && !(batch.isCaughtUp && pause.isOver)) {
      const item = await Promise.race([next, pause.over])
      if (item === 'over' || item.done) break
      batch.add(item.value)
      next = advance(iterator)
    }
    pause.end()
    const closed = batch.closed()
    if (!closed) continue
    yield closed
    handedOut = performance.now()
  }
}

// A failure that comes while a batch is being written is noticed when the next item is asked for, not before.
function advance(iterator: AsyncIterator<Followed>): Promise<IteratorResult<Followed>> {
  const next = iterator.next()
  next.catch(() => undefined)
  return next
}

class OpenBatch {
  readonly events: RecordedEvent[] = []
  bytes = 0
  #last: Followed
  #seen: SeenEvent | undefined

  constructor(first: Followed) {
    this.#last = first
    this.add(first)
  }

  add(item: Followed): void {
    if (item.kind === 'event') {
      this.events.push(item.event)
      this.bytes += item.bytes
      this.#seen = seenOf(item.event)
    } else if (item.kind === 'checkpoint' && item.seen) this.#seen = item.seen
    this.#last = item
  }

  /** Undefined when it has come to no event: only places that a log can confirm later are worth anything. */
  closed(): Batch | undefined {
    const seen = this.#seen
    const { events, bytes } = this
    return seen && { events, bytes, position: seen.position, seen }
  }

  get isFull(): boolean {
    return this.events.length >= BATCH_EVENTS || this.bytes >= BATCH_BYTES
  }

  get isCaughtUp(): boolean {
    return this.#last.kind === 'caught_up'
  }
}

class Pause {
  readonly #until: number
  #timer: NodeJS.Timeout | undefined
  readonly over: Promise<'over'>

  constructor(until: number) {
    this.#until = until
    this.over = new Promise((resolve) => {
      this.#timer = setTimeout(resolve, Math.max(0, until - performance.now()), 'over')
    })
  }

  get isOver(): boolean {
    return performance.now() >= this.#until
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
