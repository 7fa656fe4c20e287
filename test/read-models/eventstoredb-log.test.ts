import { openEventStoreDb } from '@ecmr/event-store'
import { listNotes, projectionStatus, projections, rebuildProjections, trackNote } from '@ecmr/read-models'
import t, { type Test } from 'tap'
import { type ServerOptions, startEventStoreDb, type TestServer } from '../eventstoredb-wire/server.js'
import { OLD_SERVER } from '../eventstoredb-wire/settings.js'
import { acme } from './notes.js'
import { equalsReplay, type Scene, scene } from './running.js'

async function onEventStoreDb(
  t: Test,
  options: ServerOptions = {},
): Promise<Scene & { readonly server: TestServer }> {
  const server = await startEventStoreDb(options)
  t.teardown(() => server.stop())
  const at = await scene(t, () => openEventStoreDb({ url: server.url }))
  return { ...at, server }
}

async function oneLife({ writer }: Scene): Promise<{ id: string; number: string }> {
  const note = await writer.create()
  await writer.send(note.id, [{ type: 'change_status', to: 'in_transit' }])
  await writer.send(note.id, [
    { type: 'sign', signature: { role: 'receiver', signer_name: 'Ana', method: 'typed' } },
  ])
  return note
}

for (const [name, options] of Object.entries({ 'a current server': {}, 'an old server': OLD_SERVER })) {
  t.test(`over the log on ${name}, read models are what a fresh replay makes`, async (t) => {
    const at = await onEventStoreDb(t, options)
    at.run()
    await Promise.all(Array.from({ length: 40 }, () => oneLife(at)))
    await at.caughtUp()
    const delivered = await listNotes(at.pool, acme, { limit: 100, status: 'delivered' })
    t.match(delivered, { total: 40, hasMore: false })
    await equalsReplay(t, at)
    for (const status of await projectionStatus(at.pool, at.store)) {
      t.match(status, { state: 'up_to_date', lag_events: 0, problem: null })
    }
  })
}

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

t.test('over the log in EventStoreDB, a rebuild loses nothing while events keep arriving', async (t) => {
  const at = await onEventStoreDb(t)
  at.run()
  for (let i = 0; i < 10; i++) await oneLife(at)
  const rebuilt = new AbortController()
  const writing = (async () => {
    while (!rebuilt.signal.aborted) {
      const { number } = await oneLife(at)
      await at.caughtUp()
      t.equal((await trackNote(at.pool, number))?.status, 'delivered')
    }
  })()
  await rebuildProjections({ ...at, names: projections.map(({ name }) => name) })
  rebuilt.abort()
  await writing
  await at.caughtUp()
  await equalsReplay(t, at)
})
