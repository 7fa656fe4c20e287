import type { Test } from 'tap'
import type { NewLog } from './contract.js'
import { ids, newEvent, newEvents, newStream } from './events.js'

export async function appending(t: Test, newLog: NewLog): Promise<void> {
  const store = await (await newLog(t))()

  await t.test('a new stream begins at revision 0', async (t) => {
    const stream = newStream()
    t.match(await store.append(stream, 'no_stream', [newEvent()]), { ok: true, revision: 0 })
    t.match(await store.append(stream, 0, newEvents(2)), { ok: true, revision: 2 })
    t.strictSame(
      (await store.readStream(stream)).map((event) => event.revision),
      [0, 1, 2],
    )
  })

  await t.test('an append to a stream that exists is refused when none was expected', async (t) => {
    const stream = newStream()
    await store.append(stream, 'no_stream', newEvents(3))
    const result = await store.append(stream, 'no_stream', [newEvent()])
    t.strictSame(result, { ok: false, reason: 'wrong_expected_version', actual: 2 })
  })

  await t.test('an append behind the newest event is refused and says how far the stream is', async (t) => {
    const stream = newStream()
    await store.append(stream, 'no_stream', newEvents(3))
    const result = await store.append(stream, 1, [newEvent()])
    t.strictSame(result, { ok: false, reason: 'wrong_expected_version', actual: 2 })
  })

  await t.test('an append ahead of the newest event is refused', async (t) => {
    const stream = newStream()
    await store.append(stream, 'no_stream', [newEvent()])
    const result = await store.append(stream, 5, [newEvent()])
    t.strictSame(result, { ok: false, reason: 'wrong_expected_version', actual: 0 })
  })

  await t.test('an append to a stream that does not exist is refused when one was expected', async (t) => {
    const result = await store.append(newStream(), 0, [newEvent()])
    t.strictSame(result, { ok: false, reason: 'wrong_expected_version', actual: null })
  })

  await t.test('a refused append leaves nothing behind', async (t) => {
    const stream = newStream()
    const first = newEvent()
    await store.append(stream, 'no_stream', [first])
    const head = await store.head()
    await store.append(stream, 'no_stream', newEvents(2))
    t.strictSame(ids(await store.readStream(stream)), [first.id])
    t.equal(await store.head(), head)
  })

  await t.test('positions grow with every append and tell where the last event stands', async (t) => {
    const stream = newStream()
    const before = await store.head()
    const first = await store.append(stream, 'no_stream', newEvents(2))
    const second = await store.append(stream, 1, [newEvent()])
    t.ok(first.ok && second.ok)
    if (!first.ok || !second.ok) return
    t.ok(before < first.position && first.position < second.position)
    t.equal((await store.readStream(stream))[1]?.position, first.position)
    t.equal(await store.head(), second.position)
  })
}
