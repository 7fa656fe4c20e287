import { openObjectStorage } from '@ecmr/storage'
import t, { type Test } from 'tap'
import { contentOf } from '../event-store/copied-logs.js'
import { startEventStoreDb } from '../eventstoredb-wire/server.js'
import { emptyDirectory } from '../support/empty-directory.js'
import { startSwift, withoutSwift } from '../support/swift.js'
import { openEventStore } from '@ecmr/event-store'
import { openCli } from './ground.js'

const BACKUP_KEY = 'correct horse battery staple'

/** An installation without anything in it, and its storage of documents. */
async function empty(t: Test, env: NodeJS.ProcessEnv) {
  const dataDir = await emptyDirectory(t)
  const cli = await openCli(t, { tables: true, env: { DATA_DIR: dataDir, BACKUP_KEY, ...env } })
  return { ...cli, objects: openObjectStorage({ kind: 'local', directory: `${dataDir}/objects` }) }
}

t.test('backups in a bucket', { skip: withoutSwift }, async (t) => {
  const { bucket } = await startSwift(t)
  const place = `s3://${bucket.bucket}/a/b`
  const env = {
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY: bucket.accessKey,
    S3_SECRET_KEY: bucket.secretKey,
  }
  const from = await empty(t, env)
  await from.json('demo seed --notes 5 --seed 7')
  const document = await from.objects.put(Buffer.from('a document'))
  const first = await from.json(`backup create ${place}`)
  const second = await from.json(`backup create ${place} --prune`)
  t.same(second.removed, [first.id])
  t.match(await from.json(`backup verify ${place}`), { ok: true, backups: [{ id: second.id }] })
  const to = await empty(t, env)
  t.match(await to.json(`backup restore ${place}`), { ok: true, events: first.events, documents: 1 })
  t.equal(String(await to.objects.get(document)), 'a document')
  to.env.S3_SECRET_KEY = 'wrong'
  await to.refuses(t, `backup list ${place}`, /cannot be used for backups: .*S3_ACCESS_KEY and S3_SECRET_KEY/)
})

t.test('a log in EventStoreDB is read and written through the port', async (t) => {
  const servers = [await startEventStoreDb({}), await startEventStoreDb({})]
  t.teardown(() => Promise.all(servers.map((server) => server.stop())))
  const [url = '', other = ''] = servers.map((server) => server.url)
  const place = await emptyDirectory(t)
  const from = await empty(t, { EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: url })
  await from.json('demo seed --notes 12 --seed 7')
  const store = await openEventStore({ kind: 'eventstoredb', url })
  t.teardown(() => store.close())
  const events = await store.readAll({ after: '', limit: 10 })
  const follows = events[3]?.position ?? ''
  await from.pool.query('insert into broker.checkpoints (name, position) values ($1, $2)', [
    'notifier',
    follows,
  ])
  const backup = await from.json(`backup create ${place}`)
  await from.json('demo seed --notes 1 --seed 8')
  const younger = await from.json(`backup create ${place}`)
  t.equal(younger.isOtherLog, false)
  t.ok(younger.events > backup.events)

  // Whose positions are others, since it holds something already.
  const to = await empty(t, { EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: other })
  const target = await openEventStore({ kind: 'eventstoredb', url: other })
  t.teardown(() => target.close())
  t.match(await to.json(`backup restore ${place} --id ${younger.id}`), { ok: true, events: younger.events })
  t.strictSame(await contentOf(target), await contentOf(store))
  const there = await target.readAll({ after: '', limit: 10 })
  t.match((await to.pool.query('select name, position from broker.checkpoints')).rows, [
    { name: 'notifier', position: there[3]?.position },
  ])
  t.match(await to.json('audit verify'), { ok: true })
  t.match(await to.json('projections verify'), { ok: true })
  const third = await empty(t, { EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: other })
  await to.json('demo seed --notes 1 --seed 9')
  await third.refuses(
    t,
    `backup restore ${place}`,
    /The event store is not empty, and is no beginning of this backup/,
  )
})
