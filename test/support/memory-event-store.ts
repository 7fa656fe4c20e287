import { setImmediate } from 'node:timers/promises'
import {
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type Followed,
  holds,
  jsonWeight,
  LogDiverged,
  type NewEvent,
  type Position,
  type RecordedEvent,
  START,
  seenOf,
} from '@ecmr/event-store'

/** How a log writes the places of its events, counted from 1. */
interface Numbering
  extends Pick<EventStore, 'isPosition' | 'countBetween' | 'nextPosition' | 'previousPosition'> {
  toPosition(place: number): Position
}

const denseAt = (place: number): Position => (place === 0 ? START : String(place).padStart(16, '0'))
const hex = (place: number): string => place.toString(16).padStart(16, '0')

/** As PostgreSQL does it: without holes. */
export const DENSE: Numbering = {
  toPosition: denseAt,
  isPosition: (position) => /^(\d{16})?$/.test(position),
  countBetween: (after, upTo) => Math.max(0, Number(upTo) - Number(after)),
  nextPosition: (position) => denseAt(Number(position) + 1),
  previousPosition: (position) => denseAt(Number(position) - 1),
}

/** As EventStoreDB does it: two places in a file, with other things between the events. */
export const WITH_HOLES: Numbering = {
  toPosition: (place) => (place === 0 ? START : `${hex(place * 1_000)}-${hex(place * 1_000 - 7)}`),
  isPosition: (position) => /^([0-9a-f]{16}-[0-9a-f]{16})?$/.test(position),
}

/** The event log's port over an array, for tests of what stands behind the port. */
export class MemoryEventStore implements EventStore {
  readonly #numbering: Numbering
  readonly isPosition: EventStore['isPosition']
  readonly countBetween?: (after: Position, upTo: Position) => number
  readonly nextPosition?: (position: Position) => Position
  readonly previousPosition?: (position: Position) => Position
  readonly #events: RecordedEvent[] = []
  readonly #streams = new Map<string, RecordedEvent[]>()
  readonly #waiting = new Set<() => void>()

  constructor(numbering = DENSE) {
    this.#numbering = numbering
    this.isPosition = numbering.isPosition
    if (numbering.countBetween) this.countBetween = numbering.countBetween
    if (numbering.nextPosition) this.nextPosition = numbering.nextPosition
    if (numbering.previousPosition) this.previousPosition = numbering.previousPosition
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    // As with a real store, other work gets its turn meanwhile.
    await setImmediate()
    const known = this.#streams.get(stream) ?? []
    const next = expected === 'no_stream' ? 0 : expected + 1
    const there = known.slice(next, next + events.length)
    const last = there.at(-1)
    if (last && there.length === events.length && there.every(({ id }, i) => id === events[i]?.id)) {
      return { ok: true, revision: last.revision, position: last.position }
    }
    if (known.length !== next) {
      return { ok: false, reason: 'wrong_expected_version', actual: known.at(-1)?.revision ?? null }
    }
    for (const event of events) this.#record(stream, known, event)
    this.#streams.set(stream, known)
    for (const wake of this.#waiting) wake()
    return { ok: true, revision: known.length - 1, position: await this.head() }
  }

  #record(stream: string, known: RecordedEvent[], event: NewEvent): void {
    const position = this.#numbering.toPosition(this.#events.length + 1)
    const recorded = { ...event, stream, revision: known.length, position }
    known.push(recorded)
    this.#events.push(recorded)
  }

  async readStream(stream: string, { from = 0 }: { from?: number } = {}): Promise<readonly RecordedEvent[]> {
    return (this.#streams.get(stream) ?? []).slice(from)
  }

  async readStreamEnd(
    stream: string,
    { before = Number.POSITIVE_INFINITY, limit }: { before?: number; limit: number },
  ): Promise<readonly RecordedEvent[]> {
    return (this.#streams.get(stream) ?? []).filter(({ revision }) => revision < before).slice(-limit)
  }

  async readAll({ after, limit }: { after: Position; limit: number }): Promise<readonly RecordedEvent[]> {
    const place = this.#placeAfter(after)
    return this.#events.slice(place, place + limit)
  }

  async head(): Promise<Position> {
    return this.#events.at(-1)?.position ?? START
  }

  #placeAfter(position: Position): number {
    if (!this.isPosition(position)) throw new TypeError(`not a position of this log: ${position}`)
    let [low, high] = [0, this.#events.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#events[middle]?.position ?? START) <= position) low = middle + 1
      else high = middle
    }
    return low
  }

  /** As a restore from an older copy: the newest events are gone. */
  cutOff(events: number): void {
    for (const event of this.#events.splice(this.#events.length - events)) {
      const stream = this.#streams.get(event.stream) ?? []
      stream.splice(stream.indexOf(event), 1)
      if (stream.length === 0) this.#streams.delete(event.stream)
    }
    for (const wake of this.#waiting) wake()
  }

  async *follow(options: Parameters<EventStore['follow']>[0]): AsyncGenerator<Followed> {
    let place = this.#placeAfter(options.after)
    let seen = options.seen
    while (!options.signal.aborted) {
      if (seen && !(await holds(this, seen))) throw new LogDiverged('the log is another one')
      const event = this.#events[place]
      if (!event) {
        yield { kind: 'caught_up', position: this.#numbering.toPosition(place) }
        await this.#appended(place, options.signal)
        continue
      }
      place++
      const wanted = options.categories.includes(event.stream.split('-')[0] ?? '')
      seen = seenOf(event)
      yield wanted
        ? { kind: 'event', event, bytes: jsonWeight(event) }
        : { kind: 'checkpoint', position: event.position, seen }
    }
  }

  async #appended(place: number, signal: AbortSignal): Promise<void> {
    if (this.#events.length > place || signal.aborted) return
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      this.#waiting.add(wake)
      signal.addEventListener('abort', wake, { once: true })
    })
  }

  async close(): Promise<void> {
    for (const wake of this.#waiting) wake()
  }
}
