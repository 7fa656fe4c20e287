import type { Test } from 'tap'
import type { NewLog } from './contract.js'
import { ids, newEvent, newEvents, newStream } from './events.js'

export async function repeating(t: Test, newLog: NewLog): Promise<void> {
  const store = await (await newLog(t))()

  await t.test(
    'a repeated append passes, with the old revision and position, and adds nothing',
    async (t) => {
      const stream = newStream()
      const events = newEvents(2)
      const first = await store.append(stream, 'no_stream', events)
      const repeat = await store.append(stream, 'no_stream', events)
      t.equal(repeat.ok, true)
      t.strictSame(repeat, first)
      t.strictSame(ids(await store.readStream(stream)), ids(events))
    },
  )

  await t.test('a repeat is recognised after others have appended', async (t) => {
    const stream = newStream()
    await store.append(stream, 'no_stream', [newEvent()])
    const events = newEvents(2)
    const first = await store.append(stream, 0, events)
    await store.append(stream, 2, newEvents(3))
    t.strictSame(await store.append(stream, 0, events), first)
    t.equal((await store.readStream(stream)).length, 6)
  })

  await t.test('a repeat keeps what was recorded first', async (t) => {
    const stream = newStream()
    const event = newEvent({ data: { reason: 'first' } })
    await store.append(stream, 'no_stream', [event])
    await store.append(stream, 'no_stream', [{ ...event, data: { reason: 'second' } }])
    t.strictSame((await store.readStream(stream))[0]?.data, { reason: 'first' })
  })

  await t.test('a repeat with other events, in another order, longer or ahead is refused', async (t) => {
    const stream = newStream()
    const [first, second] = [newEvent(), newEvent()]
    await store.append(stream, 'no_stream', [first, second])
    const tries = [
      [first, newEvent()],
      [second, first],
      [first, second, newEvent()],
    ]
    for (const events of tries)
      t.match(await store.append(stream, 'no_stream', events), { ok: false, actual: 1 })
    t.match(await store.append(stream, 4, [second]), { ok: false, actual: 1 })
  })

  await t.test('the same event id in another stream is another event', async (t) => {
    const event = newEvent()
    const [one, other] = [newStream(), newStream()]
    await store.append(one, 'no_stream', [event])
    t.match(await store.append(other, 'no_stream', [event]), { ok: true, revision: 0 })
    t.equal((await store.readStream(other)).length, 1)
  })

  await t.test('another process recognises a repeat too', async (t) => {
    const openAdapter = await newLog(t)
    const [one, other] = [await openAdapter(), await openAdapter()]
    const stream = newStream()
    const events = newEvents(2)
    await one.append(stream, 'no_stream', events)
    t.match(await other.append(stream, 'no_stream', events), { ok: true, revision: 1 })
  })
}
