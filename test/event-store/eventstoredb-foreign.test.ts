import { loadNote } from '@ecmr/application'
import { type EventStore, START, verifyLog } from '@ecmr/event-store'
import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import t, { type Test } from 'tap'
import { eventsOf, followUntil, ids, newEvent, newEvents, newStream } from '../contract/event-store/events.js'
import { testHandler } from '../support/memory-keys.js'
import { accepted, request } from './commands.js'
import { eventStoreDbLog } from './eventstoredb-log.js'

const ours = { categories: ['ecmr', 'company'] }

/** A log in a server that others write to as well. */
async function sharedServer(
  t: Test,
): Promise<{ readonly store: EventStore; readonly others: EventStoreDBClient }> {
  const { server, open } = await eventStoreDbLog(t)
  const others = EventStoreDBClient.connectionString(server.url)
  t.teardown(() => others.dispose())
  return { store: await open(ours), others }
}

t.test('what others hold in the same server is not there for us', async (t) => {
  const { store, others } = await sharedServer(t)
  const invoices = (count: number) =>
    Array.from({ length: count }, () => jsonEvent({ type: 'Paid', data: {} }))
  t.equal(await store.head(), START)
  await others.appendToStream('invoice-1', invoices(300))
  t.equal(await store.head(), START)
  t.strictSame(await store.readAll({ after: START, limit: 10 }), [])
  const events = newEvents(5)
  for (const event of events) {
    await store.append(newStream(), 'no_stream', [event])
    await others.appendToStream('invoice-1', invoices(150))
    await others.appendToStream('ecmrs-1', invoices(3))
  }
  const page = await store.readAll({ after: START, limit: 3 })
  t.strictSame(ids(page), ids(events.slice(0, 3)))
  const rest = await store.readAll({ after: page[2]?.position ?? START, limit: 3 })
  t.strictSame(ids(rest), ids(events.slice(3)))
  t.equal(await store.head(), rest[1]?.position)
  t.strictSame(await store.readAll({ after: rest[1]?.position ?? START, limit: 3 }), [])
  const items = await followUntil(store, { after: START }, (all) => all.at(-1)?.kind === 'caught_up')
  t.strictSame(ids(eventsOf(items)), ids(events))
})

t.test('foreign events in our streams crash nothing and are named by verifying', async (t) => {
  const { store, others } = await sharedServer(t)
  const { note } = accepted(await testHandler({ store }).handle(request({ isNew: true })))
  const stream = `ecmr-${note.id}`
  const intruders = [
    binaryEvent({ type: 'Scanned', data: Buffer.from('not JSON at all') }),
    jsonEvent({ type: 'Noted', data: [1, 2, 3], metadata: 'a text' }),
    jsonEvent({ type: 'Noted', data: { free: true }, metadata: { company_id: 'company-1', actor: null } }),
    binaryEvent({ type: 'Noted', data: Buffer.from('{}'), metadata: Buffer.from('{"half":') }),
  ]
  await others.appendToStream(stream, intruders)
  const recorded = await store.readStream(stream)
  t.equal(recorded.length, 5)
  t.strictSame(
    recorded.slice(1).map(({ type, data, metadata }) => [type, data, metadata.hash]),
    [
      ['Scanned', {}, ''],
      ['Noted', {}, ''],
      ['Noted', { free: true }, ''],
      ['Noted', {}, ''],
    ],
  )
  t.strictSame(await store.readAll({ after: START, limit: 10 }), recorded)
  const items = await followUntil(store, { after: START }, (all) => all.at(-1)?.kind === 'caught_up')
  t.strictSame(eventsOf(items), recorded)
  t.match(await loadNote(store, note.id), { note: { version: 5 } })
  const { ok, broken } = await verifyLog({ store })
  t.equal(ok, false)
  t.strictSame(
    broken.map(({ revision }) => revision),
    [1, 2, 3, 4],
  )
})

t.test('an event that was changed is named by verifying', async (t) => {
  const { store } = await sharedServer(t)
  const { events } = accepted(await testHandler({ store }).handle(request({ isNew: true })))
  const [genuine] = events
  if (!genuine) throw new Error('nothing was recorded')
  const stream = newStream()
  await store.append(stream, 'no_stream', [{ ...genuine, data: { ...genuine.data, price: 1 } }])
  t.match(await verifyLog({ store }), { ok: false, broken: [{ stream, revision: 0, problem: 'changed' }] })
})

t.test('positions of another store are no positions here', async (t) => {
  const { open } = await eventStoreDbLog(t)
  const store = await open()
  const result = await store.append(newStream(), 'no_stream', [newEvent()])
  t.ok(result.ok && store.isPosition(result.position))
  t.match(result, { position: /^[0-9a-f]{16}-[0-9a-f]{16}$/ })
  for (const foreign of ['0000000000000001', '1-1', 'x', '0000000000000070-000000000000007G']) {
    t.notOk(store.isPosition(foreign))
    await t.rejects(store.readAll({ after: foreign, limit: 1 }), TypeError)
    await t.rejects(
      followUntil(store, { after: foreign }, () => true),
      TypeError,
    )
  }
})

t.test('a stream that was deleted permanently is unavailable, and says so', async (t) => {
  const { store, others } = await sharedServer(t)
  const stream = newStream()
  await store.append(stream, 'no_stream', [newEvent()])
  await others.tombstoneStream(stream)
  const gone = { name: 'StoreUnavailable', message: /has this stream on record as deleted permanently/ }
  await t.rejects(store.readStream(stream), gone)
  await t.rejects(store.append(stream, 0, [newEvent()]), gone)
})
