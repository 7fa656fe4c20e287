import { BrokerUnavailable, type Checkpoints, type Publisher } from '@ecmr/broker'
import type { Checkpoint, EventStore, Position, RecordedEvent } from '@ecmr/event-store'
import { type RelayOptions, startRelay } from '@ecmr/relay'
import type { Test } from 'tap'
import { logAfter, newEvents, newStream } from '../contract/event-store/events.js'
import { MemoryEventStore } from '../support/memory-event-store.js'
import { until } from '../support/until.js'

/** A place in memory, which never goes back. */
export class PlaceInMemory implements Checkpoints {
  mood: 'works' | 'away' | 'hangs' = 'works'
  tries = 0
  readonly saved: Position[] = []
  #newest: Checkpoint = { position: '', seen: null }

  /** @param notifier the place of the in-process broker's notifier */
  constructor(private readonly notifier: Position = '') {}

  async load(name: string): Promise<Checkpoint> {
    this.#try()
    return name === 'relay' ? this.#newest : { position: this.notifier, seen: null }
  }

  /** As an operator's command does. */
  moveTo(checkpoint: Checkpoint): void {
    this.#newest = checkpoint
  }

  async save(name: string, checkpoint: Checkpoint): Promise<void> {
    this.#try()
    if (this.mood === 'hangs') return new Promise(() => undefined)
    if (name !== 'relay') throw new Error(`another place: ${name}`)
    if (checkpoint.position <= this.#newest.position) return
    this.#newest = checkpoint
    this.saved.push(checkpoint.position)
  }

  #try(): void {
    this.tries++
    if (this.mood === 'away') throw new Error('connection refused')
  }
}

/** A broker in memory: keeps what is published in order of arrival, and may hold its answers until they are released. */
export class BrokerInMemory implements Publisher {
  mood: 'works' | 'holds' | 'away' = 'works'
  tries = 0
  /** streams of which two events were under way at once */
  readonly overlaps: string[] = []
  readonly stored: RecordedEvent[] = []
  readonly underWay: { readonly event: RecordedEvent; answer(): void; fail(): void }[] = []

  async publish(event: RecordedEvent): Promise<void> {
    this.tries++
    if (this.mood === 'away') throw new BrokerUnavailable('NATS cannot be reached.')
    if (this.mood === 'holds') await this.#held(event)
    this.stored.push(event)
  }

  #held(event: RecordedEvent): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (how: () => void): void => {
        this.underWay.splice(this.underWay.indexOf(held), 1)
        how()
      }
      const held = {
        event,
        answer: () => settle(resolve),
        fail: () => settle(() => reject(new BrokerUnavailable('The connection was lost.'))),
      }
      if (this.underWay.some((other) => other.event.stream === event.stream)) this.overlaps.push(event.stream)
      this.underWay.push(held)
    })
  }
}

/** Starts a relay that ends with the test, or when `stop` is called. */
export function runRelay(t: Test, options: Omit<RelayOptions, 'signal'>) {
  const stopping = new AbortController()
  const problems: (string | undefined)[] = []
  const ended = startRelay({
    onProblem: (sentences) => problems.push(sentences),
    ...options,
    signal: stopping.signal,
  })
  const stop = async (): Promise<void> => {
    stopping.abort()
    await ended
  }
  t.teardown(() => stop().catch(() => undefined))
  return { stop, ended, problems }
}

/** A relay over a log in memory, with a broker and a place in memory. */
export function openRelay(t: Test, store = new MemoryEventStore(), notifier: Position = '') {
  const [publisher, checkpoints] = [new BrokerInMemory(), new PlaceInMemory(notifier)]
  return {
    store,
    publisher,
    checkpoints,
    run: (options: Partial<RelayOptions> = {}) => runRelay(t, { store, publisher, checkpoints, ...options }),
    /** resolves when the place at the head of the log is saved */
    async atHead() {
      const head = await store.head()
      await until(() => checkpoints.saved.at(-1) === head, 'the place at the head of the log')
    },
  }
}

/** Writes so many notes of so many events each, as many callers at once do; returns how many events that are. */
export async function writeNotes(
  store: Pick<EventStore, 'append'>,
  notes: number,
  eventsEach: number,
): Promise<number> {
  const streams = Array.from({ length: notes }, () => newStream())
  for (let revision = 0; revision < eventsEach; revision++)
    await Promise.all(
      streams.map((stream) =>
        store.append(stream, revision === 0 ? 'no_stream' : revision - 1, newEvents(1)),
      ),
    )
  return notes * eventsEach
}

/** Revisions of each stream in the order of their first arrival; arrivals of the same event again do not count. */
export function firstArrivals(events: readonly Pick<RecordedEvent, 'id' | 'stream' | 'revision'>[]) {
  const seen = new Set<string>()
  const streams = new Map<string, number[]>()
  for (const { id, stream, revision } of events) {
    if (seen.has(id)) continue
    seen.add(id)
    streams.set(stream, [...(streams.get(stream) ?? []), revision])
  }
  return streams
}

/** Every event of the log has arrived, and those of each note in order. */
export async function arrivedInOrder(
  t: Test,
  store: Pick<EventStore, 'readAll'>,
  events: readonly Pick<RecordedEvent, 'id' | 'stream' | 'revision'>[],
): Promise<void> {
  const log = await logAfter(store, '')
  const notes = log.filter(({ stream }) => stream.startsWith('ecmr-'))
  const arrived = new Set(events.map(({ id }) => id))
  t.strictSame(
    notes.filter(({ id }) => !arrived.has(id)),
    [],
    'nothing is lost',
  )
  const expected = firstArrivals(notes)
  const outOfOrder = [...firstArrivals(events)].filter(
    ([stream, revisions]) => String(revisions) !== String(expected.get(stream)),
  )
  t.strictSame(outOfOrder, [], 'no event of a note comes before one that was recorded earlier')
}
