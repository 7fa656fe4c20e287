import { type EventStore, type NewEvent, openEventStoreDb, verifyLog } from '@ecmr/event-store'
import t from 'tap'
import { ids, newEvent, newEvents, newStream } from '../contract/event-store/events.js'
import { startEventStoreDb } from '../eventstoredb-wire/server.js'
import { testHandler } from '../support/memory-keys.js'
import { until } from '../support/until.js'
import { accepted, editNotes, request } from './commands.js'
import { eventStoreDbLog } from './eventstoredb-log.js'

for (const batchAppend of [true, false]) {
  t.test(`faults of appends ${batchAppend ? 'in batches' : 'one by one'}`, async (t) => {
    for (const how of ['disconnect', 'silence'] as const) {
      await t.test(`a reply that is lost (${how}) is asked for again; the event is there once`, async (t) => {
        const { server, open } = await eventStoreDbLog(t, { batchAppend })
        const store = await open({ timeoutMs: 1_500 })
        const { handle } = testHandler({ store })
        server.faults.dropReplies(2, how)
        const created = request({ isNew: true })
        t.match(accepted(await handle(created)), { replayed: false, note: { version: 1 } })
        server.faults.dropReplies(1, how)
        const edited = accepted(await handle(request({ id: created.id, commands: [editNotes('x')] })))
        t.match(edited, { replayed: false, note: { version: 2 } })
        t.equal((await store.readStream(`ecmr-${created.id}`)).length, 2)
        t.match(await verifyLog({ store }), { ok: true, events: 2 })
      })
    }

    await t.test('an answer that comes too late leaves the outcome unknown and does no harm', async (t) => {
      const { server, open } = await eventStoreDbLog(t, { batchAppend })
      const store = await open({ timeoutMs: 1_000 })
      // From here on the connection is open: an append that could not be sent would have no effect at all.
      await store.append(newStream(), 'no_stream', [newEvent()])
      const stream = newStream()
      const events = newEvents(2)
      server.faults.delayReplies(2_000)
      await t.rejects(store.append(stream, 'no_stream', events), {
        name: 'OutcomeUnknown',
        message: /did not answer (within 1000 ms|in time)/,
      })
      server.faults.delayReplies(0)
      await until(() => isRepeated(store, stream, events), 'the repeat')
      t.strictSame(ids(await store.readStream(stream)), ids(events))
    })

    await t.test('a server that hangs leaves the outcome unknown, and reads unanswered', async (t) => {
      const { server, open } = await eventStoreDbLog(t, { batchAppend })
      const store = await open({ timeoutMs: 1_000 })
      const stream = newStream()
      const events = newEvents(2)
      await store.append(newStream(), 'no_stream', [newEvent()])
      server.faults.hang()
      await t.rejects(store.append(stream, 'no_stream', events), { name: 'OutcomeUnknown' })
      await t.rejects(store.readStream(stream), {
        name: 'StoreUnavailable',
        message: /did not answer (within 1000 ms|in time)/,
      })
      await t.rejects(store.head(), { name: 'StoreUnavailable' })
      server.faults.resume()
      await until(() => isRepeated(store, stream, events), 'the repeat')
      t.equal((await store.readStream(stream)).length, 2)
    })

    await t.test('a server that is not ready records nothing, and says so', async (t) => {
      const { server, open } = await eventStoreDbLog(t, { batchAppend })
      const store = await open()
      const stream = newStream()
      await store.append(stream, 'no_stream', [newEvent()])
      server.faults.notReady({ batches: 'reply' })
      await t.rejects(store.append(stream, 0, [newEvent()]), {
        name: 'StoreUnavailable',
        message: /is not ready/,
      })
      await t.rejects(store.readStream(stream), { name: 'StoreUnavailable', message: /is not ready/ })
      server.faults.ready()
      t.match(await store.append(stream, 0, [newEvent()]), { ok: true, revision: 1 })
      // The end of the stream that carries all batches says nothing of any one of them.
      server.faults.notReady({ batches: 'refuse' })
      const name = batchAppend ? 'OutcomeUnknown' : 'StoreUnavailable'
      await t.rejects(store.append(stream, 1, [newEvent()]), { name })
    })

    await t.test('what is too big for this server is refused and says how much it takes', async (t) => {
      const { open } = await eventStoreDbLog(t, { batchAppend, maxAppendSize: 2_000 })
      const store = await open()
      const stream = newStream()
      const big = newEvent({ data: { notes: 'x'.repeat(3_000) } })
      await t.rejects(store.append(stream, 'no_stream', [big]), {
        name: 'EventNotStorable',
        message: /at most 2000 bytes/,
      })
      t.match(await store.append(stream, 'no_stream', [newEvent()]), { ok: true, revision: 0 })
    })

    await t.test('commands go on when the server stops under load and comes back', async (t) => {
      const log = await startEventStoreDb({ batchAppend })
      const store = await openEventStoreDb({ url: log.url, timeoutMs: 1_500 })
      t.teardown(() => store.close())
      const data = { notes: 'x'.repeat(300_000) }
      const appends = Array.from({ length: 100 }, () =>
        store.append(newStream(), 'no_stream', [newEvent({ data })]).then(
          () => 'recorded',
          (error: Error) => error.name,
        ),
      )
      await Promise.race(appends)
      await log.stop()
      const outcomes = new Set(await Promise.all(appends))
      outcomes.delete('recorded')
      t.ok([...outcomes].every((name) => ['OutcomeUnknown', 'StoreUnavailable'].includes(name)))
      await t.rejects(store.append(newStream(), 'no_stream', [newEvent()]), { name: 'StoreUnavailable' })
      const again = await startEventStoreDb({ batchAppend, port: log.port })
      t.teardown(() => again.stop())
      await until(() => isTaken(store), 'an append')
    })
  })
}

t.test('an append under way on a server that ceases to lead is not called unrecorded', async (t) => {
  const { server, open } = await eventStoreDbLog(t)
  const store = await open({ timeoutMs: 4_000 })
  await store.append(newStream(), 'no_stream', [newEvent()])
  const [stream, events] = [newStream(), newEvents(2)]
  server.faults.delayReplies(5_000)
  const underWay = store.append(stream, 'no_stream', events)
  const outcome = t.rejects(underWay, { name: 'OutcomeUnknown' })
  await until(async () => (await store.readStream(stream)).length === 2, 'the events on record')
  // The next leader cannot be reached: by itself, that would mean that nothing was recorded.
  server.faults.notLeader({ host: '127.0.0.1', port: 1 })
  await t.rejects(store.append(newStream(), 'no_stream', [newEvent()]))
  await outcome
  server.faults.notLeader(undefined)
  server.faults.delayReplies(0)
  await until(() => isRepeated(store, stream, events), 'the repeat')
  t.equal((await store.readStream(stream)).length, 2)
})

t.test('a lost connection fails the appends of its own store, and no others', async (t) => {
  const [one, other] = [await eventStoreDbLog(t), await eventStoreDbLog(t)]
  const [store, elsewhere] = [await one.open(), await other.open()]
  await store.append(newStream(), 'no_stream', [newEvent()])
  await elsewhere.append(newStream(), 'no_stream', [newEvent()])
  other.server.faults.delayReplies(1_000)
  const stream = newStream()
  const events = newEvents(2)
  const underWay = elsewhere.append(stream, 'no_stream', events)
  await until(async () => (await elsewhere.readStream(stream)).length === 2, 'the append to be under way')
  one.server.faults.delayReplies(1_000)
  const lost = store.append(newStream(), 'no_stream', [newEvent()])
  one.server.faults.dropReplies(1)
  await t.rejects(store.append(newStream(), 'no_stream', [newEvent()]), { name: 'OutcomeUnknown' })
  await t.rejects(lost, { name: 'OutcomeUnknown' })
  t.match(await underWay, { ok: true, revision: 1 })
})

/** Whether the same events are answered as recorded, once; a server may still be too slow for that. */
async function isRepeated(store: EventStore, stream: string, events: readonly NewEvent[]): Promise<boolean> {
  const result = await store.append(stream, 'no_stream', events).catch(() => undefined)
  return result?.ok === true && result.revision === events.length - 1
}

async function isTaken(store: EventStore): Promise<boolean> {
  return isRepeated(store, newStream(), [newEvent()])
}
