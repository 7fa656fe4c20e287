import { type Migrations, migrate, openPool, schemaDifference } from '@ecmr/postgres'
import { type Migration, sql } from 'kysely'
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

  await t.test('a database newer than the code is refused, with what to do', async (t) => {
    await t.rejects(migrate(pool, 'things', FIRST), {
      name: 'SchemaIsNewer',
      message:
        /schema things .* newer release .* does not know 0002-second\. Start the newer release again; /,
    })
    t.strictSame(await schemaDifference(pool, 'things', ['0001-first', '0003-third']), {
      unknown: ['0002-second'],
      missing: ['0003-third'],
    })
    t.strictSame(await schemaDifference(pool, 'nothing', ['0001-first']), {
      unknown: [],
      missing: ['0001-first'],
    })
  })

  await t.test('what a newer release has only added is left alone by the one before', async (t) => {
    const nothing: Migration = { up: async () => undefined }
    const newer = { ...BOTH, '0002-second.expand': nothing }
    await migrate(pool, 'things', newer)
    await t.resolves(migrate(pool, 'things', BOTH))
    await t.rejects(migrate(pool, 'things', FIRST), /does not know 0002-second, 0002-second\.expand\./)
    const other = { ...BOTH, '0002-also-added': nothing }
    await t.rejects(migrate(pool, 'things', other), { name: 'SchemaIsNewer' }, 'it would come in between')
    await pool.query("delete from things.kysely_migration where name = '0002-second.expand'")
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
