import { join } from 'node:path'
import { type EventStore, type Followed, LogDiverged, openEventStoreDb, START } from '@ecmr/event-store'
import t, { type Test } from 'tap'
import { eventsOf, followUntil, ids, newEvents, newStream } from '../contract/event-store/events.js'
import { startEventStoreDb } from '../eventstoredb-wire/server.js'
import { PATIENCE_MS } from './eventstoredb-log.js'
import { removeNewest, removeNewestAppends } from './restore-older.js'
import { logDatabase } from './support.js'

/** A log that can be put back to how it was some events ago, while it is followed. */
interface RestorableLog {
  readonly store: EventStore
  restoreWithout(newest: number): Promise<void>
}

const logs: Readonly<Record<string, (t: Test) => Promise<RestorableLog>>> = {
  PostgreSQL: async (t) => {
    const { open, pool } = await logDatabase(t)
    return { store: await open(), restoreWithout: (newest) => removeNewest(pool, newest) }
  },
  EventStoreDB: async (t) => {
    const file = join(t.testdir(), 'events')
    let server = await startEventStoreDb({ file })
    const { url, port } = server
    const store = await openEventStoreDb({ url, timeoutMs: PATIENCE_MS })
    t.teardown(async () => {
      await store.close()
      await server.stop()
    })
    return {
      store,
      async restoreWithout(newest) {
        await server.stop()
        await removeNewestAppends(file, newest)
        server = await startEventStoreDb({ file, port })
      },
    }
  },
}

for (const [name, openLog] of Object.entries(logs)) {
  t.test(`a log in ${name} that is restored from an older copy`, async (t) => {
    await t.test('ends the following of who has seen more', async (t) => {
      const { store, restoreWithout } = await openLog(t)
      for (const event of newEvents(5)) await store.append(newStream(), 'no_stream', [event])
      const items: Followed[] = []
      const following = followUntil(
        store,
        { after: START },
        () => false,
        (item) => {
          items.push(item)
          if (item.kind === 'caught_up' && eventsOf(items).length === 5) void restoreWithout(2)
        },
      )
      await t.rejects(following, LogDiverged)
      t.equal(eventsOf(items).length, 5)
    })

    await t.test('however many others have been recorded since', async (t) => {
      const { store, restoreWithout } = await openLog(t)
      for (const event of newEvents(5)) await store.append(newStream(), 'no_stream', [event])
      const seen = (await store.readAll({ after: START, limit: 5 })).at(-1)
      if (!seen) throw new Error('nothing was recorded')
      await restoreWithout(2)
      await appendedAgain(store, 6)
      const { stream, revision, position, id, metadata } = seen
      const checkpoint = { stream, revision, position, id, hash: metadata.hash }
      await t.rejects(
        followUntil(store, { after: position, seen: checkpoint }, () => false),
        LogDiverged,
      )
    })

    await t.test('tells its head anew', async (t) => {
      const { store, restoreWithout } = await openLog(t)
      for (const event of newEvents(5)) await store.append(newStream(), 'no_stream', [event])
      const events = await store.readAll({ after: START, limit: 5 })
      t.equal(await store.head(), events.at(-1)?.position)
      await restoreWithout(2)
      await appendedAgain(store, 0)
      t.equal(await store.head(), events.at(-3)?.position)
    })

    await t.test('is followed on by who has seen less', async (t) => {
      const { store, restoreWithout } = await openLog(t)
      const events = newEvents(5)
      for (const event of events) await store.append(newStream(), 'no_stream', [event])
      const seen = (await store.readAll({ after: START, limit: 5 }))[2]
      if (!seen) throw new Error('nothing was recorded')
      await restoreWithout(2)
      const later = newEvents(2)
      await appendedAgain(store, 0)
      await store.append(newStream(), 'no_stream', later)
      const { stream, revision, position, id, metadata } = seen
      const checkpoint = { stream, revision, position, id, hash: metadata.hash }
      const items = await followUntil(
        store,
        { after: position, seen: checkpoint },
        (all) => eventsOf(all).length === 2,
      )
      t.strictSame(ids(eventsOf(items)), ids(later))
    })
  })
}

/** Appends events to streams of their own, once the store answers again. */
async function appendedAgain(store: EventStore, count: number): Promise<void> {
  for (;;) {
    const isBack = await store.head().then(
      () => true,
      () => false,
    )
    if (isBack) break
  }
  for (const event of newEvents(count)) await store.append(newStream(), 'no_stream', [event])
}
