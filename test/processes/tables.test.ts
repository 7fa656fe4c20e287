import { createTables } from '@ecmr/api'
import { openPool } from '@ecmr/postgres'
import pg from 'pg'
import t from 'tap'
import { testDatabase } from '../support/database.js'
import { NOWHERE, startUnready } from './service.js'
import { until } from '../support/until.js'

/** The advisory lock under which kysely applies migrations. */
const MIGRATING = '3853314791062309107'

t.test('processes that start at the same time create the tables together, once', async (t) => {
  const url = await testDatabase(t)
  const pools = Array.from({ length: 6 }, () => openPool({ url, max: 4, name: 'test' }))
  t.teardown(() => Promise.all(pools.map((pool) => pool.end())))
  await Promise.all(pools.map((pool) => createTables(pool)))
  await Promise.all(pools.map((pool) => createTables(pool)))
  t.pass('no process failed')
})

t.test('a process that dies while creating tables does not block others', async (t) => {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 4, name: 'test' })
  t.teardown(() => pool.end())
  const other = new pg.Client({ connectionString: url })
  other.on('error', () => undefined)
  await other.connect()
  await other.query(`select pg_advisory_lock(${MIGRATING})`)
  const { rows: me } = await other.query('select pg_backend_pid() as pid')
  const creating = createTables(pool)
  await until(async () => {
    const { rows } = await pool.query(
      `select from pg_locks join pg_database d on d.oid = database
       where locktype = 'advisory' and not granted and datname = current_database()`,
    )
    return rows.length > 0
  }, 'it to wait')
  await pool.query('select pg_terminate_backend($1)', [me[0].pid])
  await t.resolves(creating)
})

t.test('a process that meets the tables of a newer release says so and stops', async (t) => {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 1, name: 'test' })
  t.teardown(() => pool.end())
  await createTables(pool)
  await pool.query("insert into privacy.kysely_migration values ('0999-sealed-otherwise', now()::text)")
  for (const name of ['api', 'projector', 'notifier', 'panel'] as const) {
    const process = startUnready(t, name, { DATABASE_URL: url, NATS_URL: NOWHERE.nats })
    t.equal(await process.ended, 1, `${name} stops`)
    const [sentence] = process.output().match(/^The tables in the schema privacy .*$/m) ?? []
    t.match(sentence, /newer release .* does not know 0999-sealed-otherwise\. Start the newer release again;/)
    t.notMatch(process.output(), /^ +at /m, 'no stack')
  }
})
