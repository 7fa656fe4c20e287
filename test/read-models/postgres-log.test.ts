import { migrateEventStore, openPostgresEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { listNotes, projections, rebuildProjections, trackNote } from '@ecmr/read-models'
import t from 'tap'
import { acme } from './notes.js'
import { equalsReplay, type Scene, scene, until } from './running.js'

const onPostgres = (t: Parameters<typeof scene>[0]): Promise<Scene> =>
  scene(t, async (url, pool) => {
    await migrateEventStore(pool)
    return openPostgresEventStore({ url })
  })

async function oneLife({ writer }: Scene): Promise<{ id: string; number: string }> {
  const note = await writer.create()
  await writer.send(note.id, [{ type: 'change_status', to: 'in_transit' }])
  await writer.send(note.id, [
    { type: 'sign', signature: { role: 'receiver', signer_name: 'Ana', method: 'typed' } },
  ])
  return note
}

t.test('over the log in PostgreSQL, read models are what a fresh replay makes', async (t) => {
  const at = await onPostgres(t)
  at.run()
  await Promise.all(Array.from({ length: 60 }, () => oneLife(at)))
  await at.caughtUp()
  t.match(await listNotes(at.pool, acme, { limit: 100, status: 'delivered' }), { total: 60, hasMore: false })
  await equalsReplay(t, at)
})

t.test('over the log in PostgreSQL, a rebuild loses nothing while events keep arriving', async (t) => {
  const at = await onPostgres(t)
  at.run()
  for (let i = 0; i < 20; i++) await oneLife(at)
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
  // The first to use a connection that has gone is told so.
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
