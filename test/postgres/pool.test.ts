import { openPool, queryBuilders } from '@ecmr/postgres'
import { sql } from 'kysely'
import t from 'tap'
import { testDatabase } from '../support/database.js'

t.test('a pool', async (t) => {
  const url = await testDatabase(t)
  const errors: Error[] = []
  const pool = openPool({ url, max: 3, name: 'pool under test', onError: (error) => errors.push(error) })
  t.teardown(() => pool.end())

  await t.test('is shown by its name, and keeps to its size', async (t) => {
    await Promise.all(Array.from({ length: 10 }, () => pool.query('select pg_sleep(0.01)')))
    const { rows } = await pool.query(
      "select count(*) as n from pg_stat_activity where application_name = 'pool under test'",
    )
    t.strictSame(rows, [{ n: 3 }])
  })

  await t.test('reads 64-bit integers as numbers', async (t) => {
    const { rows } = await pool.query('select 9007199254740991::bigint as most')
    t.strictSame(rows, [{ most: Number.MAX_SAFE_INTEGER }])
  })

  await t.test('serves typed queries', async (t) => {
    const builderOver = queryBuilders<{ pg_database: { datname: string } }>()
    const db = builderOver(pool)
    t.equal(builderOver(pool), db, 'a pool has one query builder')
    const row = await db
      .selectFrom('pg_database')
      .select('datname')
      .where('datname', '=', 'postgres')
      .executeTakeFirst()
    t.strictSame(row, { datname: 'postgres' })
    t.strictSame((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
  })

  await t.test('survives the end of its idle connections', async (t) => {
    const other = openPool({ url, max: 1, name: 'other' })
    await other.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pool under test'",
    )
    await other.end()
    await new Promise<void>((resolve) => {
      const look = (): void => void (pool.idleCount === 0 ? resolve() : setImmediate(look))
      look()
    })
    t.strictSame((await pool.query('select 1 as one')).rows, [{ one: 1 }])
    t.ok(errors.length > 0, 'the operator is notified')
  })
})

t.test('a service that falls silent in a transaction keeps nothing locked', async (t) => {
  const url = await testDatabase(t)
  const [silent, other] = ['silent', 'other'].map((name) =>
    openPool({ url, max: 1, name, timeoutMs: 8_000, onError: () => undefined }),
  )
  if (!silent || !other) throw new Error('two pools')
  t.teardown(() => Promise.all([silent.end(), other.end()]))
  await other.query('create table places (place integer); insert into places values (1)')
  const client = await silent.connect()
  client.on('error', () => undefined)
  await client.query('begin; update places set place = 2')
  await t.resolves(other.query('update places set place = 3'))
  await t.rejects(client.query('commit'))
  client.release(true)
})

t.test('a connection that does not answer in time is not lent out again', async (t) => {
  const pool = openPool({ url: await testDatabase(t), max: 1, name: 'silent', timeoutMs: 500 })
  t.teardown(() => pool.end())
  const db = queryBuilders<object>()(pool)
  const backend = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows
  const before = await backend()
  await sql`set statement_timeout = 0`.execute(db)
  await t.rejects(sql`select pg_sleep(20)`.execute(db), /read timeout/)
  t.notSame(await backend(), before)
})
