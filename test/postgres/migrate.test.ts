import { type Migrations, migrate, openPool } from '@ecmr/postgres'
import { sql } from 'kysely'
import t from 'tap'
import { testDatabase } from '../support/database.js'

const FIRST: Migrations = {
  '0001-first': {
    async up(db) {
      await sql`create table things.first (id integer)`.execute(db)
    },
  },
}
const BOTH: Migrations = {
  ...FIRST,
  '0002-second': {
    async up(db) {
      await sql`create table things.second (id integer)`.execute(db)
    },
  },
}

t.test('migrations', async (t) => {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 10, name: 'test' })
  t.teardown(() => pool.end())
  const tables = async (): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'things' and tablename not like 'kysely%' order by 1`,
    )
    return rows.map(({ name }) => name)
  }

  await t.test('processes that migrate at the same time wait for each other', async (t) => {
    await Promise.all(Array.from({ length: 5 }, () => migrate(pool, 'things', FIRST)))
    t.strictSame(await tables(), ['first'])
  })

  await t.test('only what is new is applied', async (t) => {
    await migrate(pool, 'things', BOTH)
    await migrate(pool, 'things', BOTH)
    t.strictSame(await tables(), ['first', 'second'])
  })

  await t.test('a database newer than the code is refused', async (t) => {
    await t.rejects(migrate(pool, 'things', FIRST), /0002-second/)
  })

  await t.test('a failing migration leaves nothing half done', async (t) => {
    const broken: Migrations = {
      ...BOTH,
      '0003-third': {
        async up(db) {
          await sql`create table things.third (id integer)`.execute(db)
          await sql`select 1 / 0`.execute(db)
        },
      },
    }
    await t.rejects(migrate(pool, 'things', broken), /division by zero/)
    t.strictSame(await tables(), ['first', 'second'])
  })
})
