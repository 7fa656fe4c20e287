import type { Test } from 'tap'
import type { NewLog } from './contract.js'
import { ids, logAfter, newEvent, newEvents, newStream } from './events.js'

const APPENDERS = 64

export async function concurrency(t: Test, newLog: NewLog): Promise<void> {
  const openAdapter = await newLog(t)
  const stores = [await openAdapter(), await openAdapter()] as const

  await t.test('64 appenders on as many streams all pass, each in its own order', async (t) => {
    const streams = Array.from({ length: APPENDERS }, () => newStream())
    const appended = await Promise.all(
      streams.map(async (stream, n) => {
        const store = stores[n % 2 === 0 ? 0 : 1]
        const events = newEvents(6)
        for (let revision = 0; revision < 6; revision += 2) {
          const expected = revision === 0 ? 'no_stream' : revision - 1
          t.match(await store.append(stream, expected, events.slice(revision, revision + 2)), { ok: true })
        }
        return events
      }),
    )
    for (const [n, stream] of streams.entries())
      t.strictSame(ids(await stores[0].readStream(stream)), ids(appended[n] ?? []))
  })

  await t.test('of 64 appenders that expect the same, exactly one passes', async (t) => {
    const stream = newStream()
    await stores[0].append(stream, 'no_stream', [newEvent()])
    const results = await Promise.all(
      Array.from({ length: APPENDERS }, (_, n) =>
        stores[n % 2 === 0 ? 0 : 1].append(stream, 0, newEvents(2)),
      ),
    )
    const passed = results.filter((result) => result.ok)
    t.equal(passed.length, 1)
    t.match(
      results.filter((result) => !result.ok),
      Array.from({ length: APPENDERS - 1 }, () => ({ actual: 2 })),
    )
    t.equal((await stores[0].readStream(stream)).length, 3)
  })

  await t.test('64 appenders of the same events record them once', async (t) => {
    const [store] = stores
    const stream = newStream()
    const events = newEvents(3)
    const results = await Promise.all(
      Array.from({ length: APPENDERS }, () => store.append(stream, 'no_stream', events)),
    )
    t.ok(results.every((result) => result.ok && result.revision === 2))
    t.strictSame(ids(await store.readStream(stream)), ids(events))
  })

  await t.test('64 appenders that retry on one stream lose nothing', async (t) => {
    const before = await stores[0].head()
    const stream = newStream()
    const appended = await Promise.all(
      Array.from({ length: APPENDERS }, async (_, n) => {
        const store = stores[n % 2 === 0 ? 0 : 1]
        const event = newEvent()
        for (let expected: number | null = null; ; ) {
          const result = await store.append(stream, expected ?? 'no_stream', [event])
          if (result.ok) return event.id
          expected = result.actual
        }
      }),
    )
    const recorded = await stores[0].readStream(stream)
    t.strictSame(ids(recorded).toSorted(), appended.toSorted())
    t.strictSame(ids(await logAfter(stores[0], before)), ids(recorded))
  })
}
