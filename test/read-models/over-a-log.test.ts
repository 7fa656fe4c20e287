import { migrateEventStore, openEventStoreDb, openPostgresEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import t, { type Test } from 'tap'
import { readModelsOverALog } from '../contract/read-models/over-a-log.js'
import { PATIENCE_MS } from '../event-store/eventstoredb-log.js'
import { type ServerOptions, startEventStoreDb, type TestServer } from '../eventstoredb-wire/server.js'
import { OLD_SERVER } from '../eventstoredb-wire/settings.js'
import { equalsReplay, oneLife, type Scene, scene, until } from './running.js'

const onPostgres = (t: Test): Promise<Scene> =>
  scene(t, async (url, pool) => {
    await migrateEventStore(pool)
    return openPostgresEventStore({ url })
  })

t.test('over the log in PostgreSQL', (t) => readModelsOverALog(t, onPostgres))

t.test('losing every connection to the database in the middle loses no event', async (t) => {
  const at = await onPostgres(t)
  at.run()
  for (let i = 0; i < 20; i++) await oneLife(at)
  const operator = openPool({ url: at.url, max: 1, name: 'operator' })
  await operator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await operator.end()
  // The first to use a broken connection gets an error.
  await until(() =>
    at.caughtUp().then(
      () => true,
      () => false,
    ),
  )
  await oneLife(at)
  await at.caughtUp()
  await equalsReplay(t, at)
})

async function onEventStoreDb(
  t: Test,
  options: ServerOptions = {},
): Promise<Scene & { readonly server: TestServer }> {
  const server = await startEventStoreDb(options)
  t.teardown(() => server.stop())
  const at = await scene(t, () => openEventStoreDb({ url: server.url, timeoutMs: PATIENCE_MS }))
  return { ...at, server }
}

t.test('over the log on a current EventStoreDB', (t) => readModelsOverALog(t, onEventStoreDb))

t.test('over the log on an old EventStoreDB', (t) =>
  readModelsOverALog(t, (t) => onEventStoreDb(t, OLD_SERVER)),
)

t.test('subscriptions that break, repeat themselves and tell checkpoints early lose no event', async (t) => {
  const at = await onEventStoreDb(t, { systemEventEvery: 2 })
  at.server.faults.eagerCheckpoints(true)
  at.server.faults.resendOnResume(3)
  at.run()
  for (let i = 0; i < 10; i++) {
    await Promise.all(Array.from({ length: 5 }, () => oneLife(at)))
    at.server.faults.killSubscriptions()
  }
  await at.caughtUp()
  await equalsReplay(t, at)
})
