import { randomBytes } from 'node:crypto'
import {
  type EventStore,
  type RecordedEvent,
  START,
  StoreUnavailable,
  sealEvent,
  verifyLog,
} from '@ecmr/event-store'
import t from 'tap'
import { eventsOf, followUntil, ids, logAfter, newEvent, newStream } from '../contract/event-store/events.js'
import { logDatabase } from './support.js'

const MEGABYTE = 1024 * 1024
const EVENTS = 40
/** Less than a page of all the events takes, and more than a page of a few. */
const SHORT_MS = 40

/** Nothing that PostgreSQL could compress. */
const largeEvent = () => newEvent({ data: { text: randomBytes(700_000).toString('base64') } })

const isCaughtUp = (items: readonly { readonly kind: string }[]): boolean =>
  items.at(-1)?.kind === 'caught_up'

/** Asks again when a statement has taken too long, as any may on a busy machine. */
async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }
}

/** The time holds for connecting as well, which can take longer: here the connection is there already. */
async function connected(store: EventStore): Promise<EventStore> {
  await answered(store.head)
  return store
}

async function appendLarge(store: EventStore, count: number): Promise<readonly string[]> {
  const events = Array.from({ length: count }, largeEvent)
  await Promise.all(
    events.map((event) => {
      const stream = newStream()
      return store.append(stream, 'no_stream', [sealEvent(stream, 0, event)])
    }),
  )
  return ids(events)
}

t.test('a log of large events', async (t) => {
  const { open } = await logDatabase(t)
  const writer = await open({ timeoutMs: 60_000 })
  const appended = await appendLarge(writer, EVENTS)

  await t.test('is followed although all of it takes longer than a statement may', async (t) => {
    const store = await open({ timeoutMs: SHORT_MS })
    const items = await followUntil(store, { after: START }, isCaughtUp)
    t.strictSame(ids(eventsOf(items)).toSorted(), appended.toSorted())
  })

  await t.test('is followed in halves when a page times out, and each try is reported', async (t) => {
    const problems: (string | undefined)[] = []
    const store = await open({
      timeoutMs: SHORT_MS,
      page: { events: 512, bytes: 1_000 * MEGABYTE },
      onProblem: (error) => problems.push(error?.message),
    })
    const items = await followUntil(store, { after: START }, isCaughtUp)
    t.strictSame(ids(eventsOf(items)).toSorted(), appended.toSorted())
    t.match(problems[0], /statement timeout/)
    t.equal(problems.at(-1), undefined, 'the recovery is reported last')
  })

  await t.test('is read in pages of some megabytes', async (t) => {
    const store = await connected(await open({ timeoutMs: SHORT_MS }))
    const read: RecordedEvent[] = []
    for (let after = START; ; ) {
      const page = await store.readAll({ after, limit: 1_000 })
      if (page.length === 0) break
      t.ok(page.length <= 4, `${page.length} events at once`)
      read.push(...page)
      after = page.at(-1)?.position ?? after
    }
    t.strictSame(ids(read).toSorted(), appended.toSorted())
  })

  await t.test('is read in halves when a page takes too long', async (t) => {
    const page = { events: 4_096, bytes: 1_000 * MEGABYTE }
    const store = await connected(await open({ timeoutMs: SHORT_MS, page }))
    t.strictSame(ids(await logAfter(store, START)).toSorted(), appended.toSorted())
  })

  await t.test('is verified', async (t) => {
    const store = await connected(await open({ timeoutMs: SHORT_MS }))
    t.match(await answered(() => verifyLog({ store })), { ok: true, events: EVENTS })
  })
})

t.test('a stream of large events is read whole, and its end in part', async (t) => {
  const { open } = await logDatabase(t)
  const store = await open()
  const stream = newStream()
  const short = newStream()
  const events = Array.from({ length: 12 }, largeEvent)
  for (const [n, event] of events.entries())
    await store.append(stream, n === 0 ? 'no_stream' : n - 1, [event])
  await store.append(short, 'no_stream', [newEvent()])
  const streams = await Promise.all([
    store.readStream(stream),
    store.readStream(short),
    store.readStream(stream, { from: 7 }),
    store.readStream(newStream()),
    store.readStream(stream, { from: 12 }),
  ])
  t.strictSame(
    streams.map((found) => found.map(({ revision }) => revision)),
    [[...events.keys()], [0], [7, 8, 9, 10, 11], [], []],
  )
  t.strictSame(ids(streams[0] ?? []), ids(events))
  const end = await store.readStreamEnd(stream, { limit: 10 })
  t.strictSame(ids(end), ids(events.slice(-end.length)))
  t.ok(end.length > 0 && end.length < 10, `${end.length} of 10`)
})

t.test('a stream of very many small events is read whole', async (t) => {
  const { open } = await logDatabase(t)
  const store = await open()
  const stream = newStream()
  const events = Array.from({ length: 1_500 }, () => newEvent())
  for (let n = 0; n < events.length; n += 500)
    await store.append(stream, n === 0 ? 'no_stream' : n - 1, events.slice(n, n + 500))
  t.strictSame(ids(await store.readStream(stream)), ids(events))
  t.strictSame(ids(await store.readStream(stream, { from: 3 })), ids(events.slice(3)))
  t.strictSame(ids(await store.readStream(stream, { from: 1_490 })), ids(events.slice(1_490)))
})

t.test('a stream whose beginning fills a page to the byte is read to its end', async (t) => {
  const { open } = await logDatabase(t)
  const store = await open()
  const page = 64 * 1024
  const sized = (bytes: number) => {
    const { type, metadata, id } = newEvent()
    const empty = JSON.stringify({ text: '' }).length + JSON.stringify(metadata).length + 2 * type.length
    return newEvent({ id, metadata, data: { text: 'x'.repeat(bytes - empty) } })
  }
  for (const over of [-1, 0, 1]) {
    const stream = newStream()
    const events = [sized(page / 2), sized(page / 2 + over), newEvent(), newEvent()]
    await store.append(stream, 'no_stream', events)
    t.strictSame(ids(await store.readStream(stream)), ids(events), `${over} bytes over a page`)
    t.strictSame(ids(await store.readStream(stream, { from: 1 })), ids(events.slice(1)))
  }
})
