import { EventStoreDBClient } from '@eventstore/db-client'
import t from 'tap'
import { newEvent, newStream } from '../contract/event-store/events.js'
import { eventStoreDbLog } from './eventstoredb-log.js'
import { logDatabase } from './support.js'

t.test('a probe of the log in PostgreSQL', async (t) => {
  const { pool, open } = await logDatabase(t)
  const store = await open()
  const { probeWrites } = store
  if (!probeWrites) throw new Error('it can be probed')
  await store.append(newStream(), 'no_stream', [newEvent()])
  const head = await store.head()

  await t.test('is taken, again and again, and records nothing', async (t) => {
    for (let n = 0; n < 3; n++) await probeWrites()
    t.equal(await store.head(), head)
    t.strictSame((await pool.query('select count(*) as n from log.write_probe')).rows, [{ n: 1 }])
  })

  await t.test('is refused while another session holds the lock of appends', async (t) => {
    const holder = await pool.connect()
    await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('ecmr:log', 0))`)
    await t.rejects(probeWrites(), { name: 'StoreUnavailable', message: /timeout/ })
    await holder.query('rollback')
    holder.release()
    await probeWrites()
  })

  await t.test('is refused where transactions are read only', async (t) => {
    const { rows } = await pool.query<{ name: string }>('select quote_ident(current_database()) as name')
    const database = rows[0]?.name
    await pool.query(`alter database ${database} set default_transaction_read_only = on`)
    const other = await open()
    await t.rejects(async () => other.probeWrites?.(), {
      name: 'StoreUnavailable',
      message: /read-only transaction/,
    })
    t.equal(await other.head(), head, 'it can still be read')
  })
})

t.test('a probe of the log in EventStoreDB', async (t) => {
  const { server, open } = await eventStoreDbLog(t, { systemEventEvery: 0 })
  const store = await open({ timeoutMs: 2_000 })
  const { probeWrites } = store
  if (!probeWrites) throw new Error('it can be probed')
  const client = EventStoreDBClient.connectionString(server.url)
  t.teardown(() => client.dispose())
  const everything = async (): Promise<number> => {
    let count = 0
    for await (const _ of client.readAll()) count++
    return count
  }
  await store.append(newStream(), 'no_stream', [newEvent()])
  const head = await store.head()
  await probeWrites()
  const size = await everything()
  for (let n = 0; n < 3; n++) await probeWrites()
  t.equal(await everything(), size, 'the log does not grow')
  t.equal(await store.head(), head)

  server.faults.notReady()
  await t.rejects(probeWrites(), { name: 'StoreUnavailable' })
  server.faults.ready()
  await probeWrites()
  server.faults.hang()
  await t.rejects(probeWrites(), { name: 'StoreUnavailable', message: /did not answer within \d+ ms/ })
  server.faults.resume()
  await probeWrites()
})
