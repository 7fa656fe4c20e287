import { openEventStoreDb } from '@ecmr/event-store'
import t, { type Test } from 'tap'
import { readModelsOverALog } from '../contract/read-models/over-a-log.js'
import { type ServerOptions, startEventStoreDb, type TestServer } from '../eventstoredb-wire/server.js'
import { OLD_SERVER } from '../eventstoredb-wire/settings.js'
import { equalsReplay, oneLife, type Scene, scene } from './running.js'

async function onEventStoreDb(
  t: Test,
  options: ServerOptions = {},
): Promise<Scene & { readonly server: TestServer }> {
  const server = await startEventStoreDb(options)
  t.teardown(() => server.stop())
  const at = await scene(t, () => openEventStoreDb({ url: server.url }))
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
