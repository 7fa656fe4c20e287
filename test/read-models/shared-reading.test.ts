import type { EventStore, Followed } from '@ecmr/event-store'
import { projectionStatus, runProjections } from '@ecmr/projections'
import { listProjection, projections } from '@ecmr/read-models'
import t from 'tap'
import { MemoryEventStore } from '../support/memory-event-store.js'
import { equalsReplay, type Scene, scene, until } from './running.js'

/** A log that counts what is read of it. */
class CountingStore extends MemoryEventStore {
  events = 0

  override async *follow(options: Parameters<EventStore['follow']>[0]): AsyncGenerator<Followed> {
    for await (const item of super.follow(options)) {
      if (item.kind === 'event') this.events++
      yield item
    }
  }
}

/** Waits until a new event is read once for all. One that starts later reads by itself until it has come up. */
async function readTogether(at: Scene, store: CountingStore): Promise<void> {
  await until(async () => {
    const before = store.events
    await at.writer.create()
    await at.caughtUp()
    return store.events === before + 1
  })
}

t.test('the projections of a process read the log once', async (t) => {
  const store = new CountingStore()
  const at = await scene(t, async () => store)
  at.run()
  await readTogether(at, store)
  const before = store.events
  for (let i = 0; i < 300; i++) await at.writer.create()
  await at.caughtUp()
  t.equal(store.events - before, 300)
  await equalsReplay(t, at)
})

t.test('one that begins far behind comes up to the others and then reads with them', async (t) => {
  const store = new CountingStore()
  const at = await scene(t, async () => store)
  const first = at.run(projections.filter(({ name }) => name !== 'list'))
  for (let i = 0; i < 300; i++) await at.writer.create()
  await at.caughtUp(['tracking', 'history'])
  first.abort()
  at.run()
  await readTogether(at, store)
  const before = store.events
  for (let i = 0; i < 50; i++) await at.writer.create()
  await at.caughtUp()
  t.equal(store.events - before, 50)
  await equalsReplay(t, at)
})

t.test('one that stands still does not hold up the others', async (t) => {
  const at = await scene(t)
  let release = (): void => undefined
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  const stuck: typeof listProjection = {
    ...listProjection,
    async store(db, schema, changes) {
      await blocked
      await listProjection.store(db, schema, changes)
    },
  }
  const stop = new AbortController()
  const others = projections.filter(({ name }) => name !== 'list')
  const ended = runProjections({ ...at, projections: [stuck, ...others], signal: stop.signal })
  // More than the others would let it fall behind.
  for (let i = 0; i < 4_000; i++) await at.writer.create()
  await at.caughtUp(['tracking', 'history'])
  t.equal((await projectionStatus(at.pool, at.store, projections))[0]?.position, '', 'it has not moved')
  release()
  await at.caughtUp()
  stop.abort()
  await ended
  await equalsReplay(t, at)
})
