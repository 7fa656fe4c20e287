import { START } from '@ecmr/event-store'
import type { Test } from 'tap'
import type { NewLog } from './contract.js'
import { eventsOf, followUntil, ids, logAfter, newEvent, newEvents, newStream } from './events.js'

export async function reading(t: Test, newLog: NewLog): Promise<void> {
  const openAdapter = await newLog(t)
  const [store, other] = [await openAdapter(), await openAdapter()]

  await t.test('an empty log begins at the start', async (t) => {
    t.equal(await store.head(), START)
    t.strictSame(await store.readAll({ after: START, limit: 10 }), [])
  })

  await t.test('a stream that does not exist has no events', async (t) => {
    t.strictSame(await store.readStream(newStream()), [])
  })

  await t.test('a stream is read from a revision on', async (t) => {
    const stream = newStream()
    const events = newEvents(5)
    await store.append(stream, 'no_stream', events)
    t.strictSame(ids(await store.readStream(stream)), ids(events))
    t.strictSame(ids(await store.readStream(stream, { from: 3 })), ids(events.slice(3)))
    t.strictSame(await store.readStream(stream, { from: 5 }), [])
  })

  await t.test('the end of a stream is read, and what comes before it', async (t) => {
    const stream = newStream()
    const events = newEvents(5)
    await store.append(stream, 'no_stream', events)
    await store.append(newStream(), 'no_stream', newEvents(2))
    t.strictSame(ids(await store.readStreamEnd(stream, { limit: 2 })), ids(events.slice(3)))
    t.strictSame(ids(await store.readStreamEnd(stream, { before: 3, limit: 2 })), ids(events.slice(1, 3)))
    t.strictSame(ids(await store.readStreamEnd(stream, { before: 1, limit: 2 })), ids(events.slice(0, 1)))
    t.strictSame(ids(await store.readStreamEnd(stream, { before: 99, limit: 99 })), ids(events))
    t.strictSame(await store.readStreamEnd(stream, { before: 0, limit: 2 }), [])
    t.strictSame(await store.readStreamEnd(newStream(), { limit: 2 }), [])
    const [last] = await store.readStreamEnd(stream, { limit: 1 })
    t.strictSame(await store.readStream(stream, { from: 4 }), [last])
  })

  await t.test('an event is read with everything that it was appended with', async (t) => {
    const before = await store.head()
    const stream = newStream()
    const event = newEvent({ type: 'EcmrSigned', data: { role: 'carrier' } })
    const result = await store.append(stream, 'no_stream', [event])
    const expected = { ...event, stream, revision: 0, position: result.ok && result.position }
    t.strictSame(await store.readStream(stream), [expected])
    t.strictSame(await store.readAll({ after: before, limit: 10 }), [expected])
  })

  await t.test('the whole log is read page by page, in the order of appends', async (t) => {
    const before = await store.head()
    const appended: string[] = []
    for (let n = 0; n < 7; n++) {
      const events = newEvents(1 + (n % 3))
      appended.push(...ids(events))
      await store.append(newStream(), 'no_stream', events)
    }
    t.strictSame(ids(await logAfter(store, before)), appended)
    const first = await store.readAll({ after: before, limit: 4 })
    t.strictSame(ids(first), appended.slice(0, 4))
    const second = await store.readAll({ after: first.at(-1)?.position ?? before, limit: 4 })
    t.strictSame(ids(second), appended.slice(4, 8))
  })

  await t.test('a page of large events holds some megabytes at most, and one event at least', async (t) => {
    const before = await store.head()
    const stream = newStream()
    const events = Array.from({ length: 8 }, () => newEvent({ data: { text: 'x'.repeat(900_000) } }))
    for (const [n, event] of events.entries())
      await store.append(stream, n === 0 ? 'no_stream' : n - 1, [event])
    const [first, end] = [
      await store.readAll({ after: before, limit: 100 }),
      await store.readStreamEnd(stream, { limit: 100 }),
    ]
    t.strictSame(ids(first), ids(events.slice(0, first.length)))
    t.strictSame(ids(end), ids(events.slice(-end.length)))
    for (const { length } of [first, end]) t.ok(length > 0 && length < 6, `${length} of ${events.length}`)
    t.strictSame(ids(await logAfter(store, before)), ids(events))
    t.strictSame(ids(await store.readStream(stream)), ids(events))
    const items = await followUntil(store, { after: before }, (all) => all.at(-1)?.kind === 'caught_up')
    for (const item of items) if (item.kind === 'event') t.ok(item.bytes > 900_000 && item.bytes < 1_000_000)
    t.strictSame(ids(eventsOf(items)), ids(events))
  })

  await t.test('a store knows the positions that it gives out', async (t) => {
    await store.append(newStream(), 'no_stream', newEvents(3))
    for (const { position } of await logAfter(store, START)) t.ok(store.isPosition(position), position)
    t.ok(store.isPosition(START))
    t.ok(store.isPosition(await store.head()))
    for (const strange of ['0', 'nonsense', `${await store.head()}0`])
      t.notOk(store.isPosition(strange), strange)
  })

  await t.test('a read that begins after an append sees it, in another process too', async (t) => {
    for (let n = 0; n < 20; n++) {
      const stream = newStream()
      const heads = [other.head(), other.head()]
      const result = await store.append(stream, 'no_stream', [newEvent()])
      t.equal(await other.head(), result.ok && result.position)
      t.equal((await other.readStream(stream)).length, 1)
      await Promise.all(heads)
    }
  })
}
