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

/** In which schema each looks at the migrations; those that make tables look at more. */
const LOOKS_AT = {
  privacy: ['api', 'projector', 'notifier', 'panel'],
  webhooks: ['mcp'],
  documents: ['documents'],
} as const

t.test('a process that meets the tables of a newer release says so and stops', async (t) => {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 1, name: 'test' })
  t.teardown(() => pool.end())
  await createTables(pool)
  for (const [schema, names] of Object.entries(LOOKS_AT)) {
    await pool.query(`insert into ${schema}.kysely_migration values ('0999-otherwise', now()::text)`)
    for (const name of names) {
      const process = startUnready(t, name, { DATABASE_URL: url, NATS_URL: NOWHERE.nats })
      t.equal(await process.ended, 1, `${name} stops`)
      const sentence = new RegExp(
        `^The tables in the schema ${schema} .* newer release .*0999-otherwise\\. Start`,
        'm',
      )
      t.match(process.output(), sentence)
      t.notMatch(process.output(), /^ +at /m, 'no stack')
    }
    await pool.query(`delete from ${schema}.kysely_migration where name = '0999-otherwise'`)
  }
})
