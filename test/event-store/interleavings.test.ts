import { type EventStore, type NewEvent, START, sealEvent, verifyLog } from '@ecmr/event-store'
import fc from 'fast-check'
import t from 'tap'
import { logAfter, newEvent, newStream } from '../contract/event-store/events.js'
import { logDatabase } from './support.js'

/** Appends some events to the end of a stream, chained to what is there, however often others are first. */
async function appendChained(store: EventStore, stream: string, count: number): Promise<void> {
  for (;;) {
    const last = (await store.readStream(stream)).at(-1)
    const revision = last?.revision ?? -1
    const events: NewEvent[] = []
    for (let n = 1; n <= count; n++) {
      const prev_hash = events.at(-1)?.metadata.hash ?? last?.metadata.hash ?? null
      const event = newEvent()
      events.push(sealEvent(stream, revision + n, { ...event, metadata: { ...event.metadata, prev_hash } }))
    }
    const result = await store.append(stream, last?.revision ?? 'no_stream', events)
    if (result.ok) return
  }
}

const appends = fc.array(
  fc.record({ adapter: fc.nat(1), stream: fc.nat(3), count: fc.integer({ min: 1, max: 4 }) }),
  { minLength: 1, maxLength: 20 },
)

t.test('however two processes interleave, positions have no holes and every chain holds', async (t) => {
  const { open } = await logDatabase(t)
  const stores = [await open(), await open()] as const
  let total = 0
  await fc.assert(
    fc.asyncProperty(appends, async (plan) => {
      const streams = Array.from({ length: 4 }, () => newStream())
      await Promise.all(
        plan.map(({ adapter, stream, count }) =>
          appendChained(stores[adapter === 0 ? 0 : 1], streams[stream] ?? '', count),
        ),
      )
      total += plan.reduce((sum, { count }) => sum + count, 0)
    }),
    { numRuns: 12 },
  )
  const positions = (await logAfter(stores[0], START)).map((event) => Number(event.position))
  t.strictSame(
    positions,
    Array.from({ length: total }, (_, n) => n + 1),
  )
  t.match(await verifyLog({ store: stores[1] }), { ok: true, events: total, broken: [] })
})
