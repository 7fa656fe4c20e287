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

  const refused = {
    'none was expected': [3, 'no_stream', 2],
    'it is behind the newest event': [3, 1, 2],
    'it is ahead of the newest event': [1, 5, 0],
    'the stream does not exist': [0, 0, null],
  } as const
  for (const [why, [length, expected, actual]] of Object.entries(refused))
    await t.test(`an append is refused, and says how far the stream is, when ${why}`, async (t) => {
      const stream = newStream()
      if (length > 0) await store.append(stream, 'no_stream', newEvents(length))
      const result = await store.append(stream, expected, [newEvent()])
      t.strictSame(result, { ok: false, reason: 'wrong_expected_version', actual })
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
