import t from 'tap'
import { newEvents, newStream } from '../contract/event-store/events.js'
import { logDatabase } from './support.js'

t.test('the log cannot be changed by SQL', async (t) => {
  const { pool, open } = await logDatabase(t)
  const store = await open()
  const stream = newStream()
  await store.append(stream, 'no_stream', newEvents(3))
  const before = await store.readStream(stream)

  const statements = [
    `update log.events set data = '{}'`,
    'update log.events set position = position + 10 where revision = 2',
    'delete from log.events',
    'delete from log.events where revision = 1',
    'truncate log.events',
    `insert into log.events (position, stream, revision, id, type, data, metadata, recorded_at)
       select position, stream, revision, id, 'Other', data, metadata, recorded_at from log.events
       on conflict (position) do update set type = excluded.type`,
  ]
  for (const statement of statements) await t.rejects(pool.query(statement), /append-only/, statement)

  await t.test('nor with triggers switched off for the session', async (t) => {
    const client = await pool.connect()
    await client.query('set session_replication_role = replica')
    await t.rejects(client.query(`update log.events set data = '{}'`), /append-only/)
    client.release(true)
  })
  t.strictSame(await store.readStream(stream), before)
})

t.test('an owner without superuser rights lacks the privilege to begin with', async (t) => {
  const { pool } = await logDatabase(t)
  const { rows } = await pool.query(
    `select privilege_type from information_schema.table_privileges
     where table_schema = 'log' and table_name = 'events' and grantee = current_user`,
  )
  const granted = rows.map((row) => row.privilege_type)
  t.ok(granted.includes('INSERT'))
  for (const refused of ['UPDATE', 'DELETE', 'TRUNCATE']) t.notOk(granted.includes(refused), refused)
})
