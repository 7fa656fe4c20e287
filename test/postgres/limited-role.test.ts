import { limitRole, type Right } from '@ecmr/postgres'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { testDatabase } from '../support/database.js'
import { rolesGround } from './roles.js'

const TABLES = `
  create schema trade;
  create table trade.notes (id int primary key, content text, secret text);
  create view trade.short as select id from trade.notes;
  create schema other;
  create table other.things (id int generated always as identity, name text);
  insert into trade.notes values (1, 'oil', 'hidden')`

const RIGHTS: readonly Right[] = [
  { on: 'trade.notes', may: 'select', columns: ['id', 'content'] },
  { on: 'trade.short', may: 'select' },
  { on: 'other.things', may: 'insert' },
]

const DENIED = { code: '42501' }

async function grantsOf(pool: Pool, role: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ each: string }>(
    `select distinct concat_ws(' ', privilege_type, table_schema, table_name) as each
     from information_schema.role_table_grants where grantee = $1 order by 1`,
    [role],
  )
  return rows.map(({ each }) => each)
}

async function allDenied(t: Test, pool: Pool, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await t.rejects(pool.query(statement), DENIED, statement)
}

t.test('a limited role', async (t) => {
  const ground = await rolesGround(t)
  const { pool } = ground
  const role = ground.name('reader')
  await pool.query(TABLES)
  t.equal(await limitRole(pool, role, RIGHTS), true)
  const limited = ground.open({ role })

  await t.test('may do what was listed, and nothing else', async (t) => {
    t.same((await limited.query('select id, content from trade.notes')).rows, [{ id: 1, content: 'oil' }])
    t.same((await limited.query('select * from trade.short')).rows, [{ id: 1 }])
    await t.resolves(limited.query("insert into other.things (name) values ('crate')"))
    await allDenied(t, limited, [
      'select secret from trade.notes',
      'select * from trade.notes',
      "update trade.notes set content = 'x'",
      'select * from other.things',
      'create table trade.more ()',
      'create schema more',
      'drop table trade.notes',
      `alter role "${role}" superuser`,
    ])
  })

  await t.test('cannot log in until it is allowed to, and is no member of anything', async (t) => {
    const { rows } = await pool.query(
      `select rolcanlogin, rolsuper, rolcreaterole, exists (select from pg_auth_members where member = oid) as member
       from pg_roles where rolname = $1`,
      [role],
    )
    t.same(rows, [{ rolcanlogin: false, rolsuper: false, rolcreaterole: false, member: false }])
  })

  await t.test('is not written again where nothing changes', async (t) => {
    const versions = async (): Promise<unknown> =>
      (
        await pool.query(
          'select oid, xmin from pg_class union all select oid, xmin from pg_namespace order by 1',
        )
      ).rows
    const before = await versions()
    t.equal(await limitRole(pool, role, RIGHTS), true)
    t.same(await versions(), before)
  })

  await t.test('loses what is listed no more, wherever that is', async (t) => {
    await pool.query(`create schema given; create table given.by_hand (id int); create sequence given.numbers;
      grant usage, create on schema given to "${role}"; grant all on given.by_hand to "${role}";
      grant usage on sequence given.numbers to "${role}"; grant select, update on trade.notes to "${role}"`)
    t.equal(await limitRole(pool, role, RIGHTS.slice(0, 1)), true)
    t.same(await grantsOf(pool, role), [])
    t.same((await limited.query('select id, content from trade.notes')).rows, [{ id: 1, content: 'oil' }])
    await allDenied(t, limited, [
      'select secret from trade.notes',
      'select * from trade.short',
      "insert into other.things (name) values ('crate')",
      'select * from given.by_hand',
      "select nextval('given.numbers')",
      'create table given.more ()',
    ])
  })

  await t.test('gets tables that are new when all of a schema are listed', async (t) => {
    const rights: readonly Right[] = [{ on: 'trade.*', may: 'select' }]
    await limitRole(pool, role, rights)
    await pool.query('create table trade.later (id int)')
    await allDenied(t, limited, ['select * from trade.later'])
    await limitRole(pool, role, rights)
    t.same(await grantsOf(pool, role), ['SELECT trade later', 'SELECT trade notes', 'SELECT trade short'])
    t.same((await limited.query('select secret from trade.notes')).rows, [{ secret: 'hidden' }])
  })

  await t.test('keeps what it has when a list names what there is not', async (t) => {
    const wrong: readonly Right[] = [{ on: 'trade.none', may: 'select' }]
    await t.rejects(limitRole(pool, role, wrong), { code: '42P01' })
    await t.resolves(limited.query('select * from trade.later'))
  })
})

t.test('processes on several databases of a server that start at once make one role together', async (t) => {
  const ground = await rolesGround(t)
  const role = ground.name('reader')
  const urls = [ground.url, await testDatabase(t), await testDatabase(t)]
  const pools = urls.flatMap((url) => [ground.open({ url }), ground.open({ url }), ground.open({ url })])
  for (const pool of [pools[0], pools[3], pools[6]]) await pool?.query(TABLES)
  t.same(new Set(await Promise.all(pools.map((pool) => limitRole(pool, role, RIGHTS)))), new Set([true]))
  for (const url of urls)
    t.same((await ground.open({ url, role }).query('select * from trade.short')).rows, [{ id: 1 }])
})

t.test('who may make roles makes one and can take it, without being a superuser', async (t) => {
  const ground = await rolesGround(t)
  const as = await ground.user('owner', 'createrole')
  const role = ground.name('reader')
  await ground.pool.query(
    `grant create on database ${new URL(as).pathname.slice(1)} to "${new URL(as).username}"`,
  )
  const owner = ground.open({ url: as })
  await owner.query(TABLES)
  t.equal(await limitRole(owner, role, RIGHTS), true)
  t.equal(await limitRole(owner, role, RIGHTS), true)
  const limited = ground.open({ url: as, role })
  t.same((await limited.query('select id from trade.notes')).rows, [{ id: 1 }])
  await allDenied(t, limited, ['select secret from trade.notes', 'drop table trade.notes'])
})

t.test('a user who may not create roles learns that there is none, and limits one made later', async (t) => {
  const ground = await rolesGround(t)
  const as = await ground.user('owner')
  const role = ground.name('reader')
  await ground.pool.query(
    `grant create on database ${new URL(as).pathname.slice(1)} to "${new URL(as).username}"`,
  )
  const owner = ground.open({ url: as })
  await owner.query(TABLES)
  t.equal(await limitRole(owner, role, RIGHTS), false)
  await ground.pool.query(`create role "${role}" login password 'test'`)
  t.equal(await limitRole(owner, role, RIGHTS), true)
  await t.rejects(
    ground.open({ url: as, role }).query('select 1'),
    { code: '42501' },
    'it was not given to us',
  )

  await t.test('the role itself may log in, and take itself', async (t) => {
    const its = new URL(as)
    its.username = role
    const limited = ground.open({ url: its.href, role })
    t.same((await limited.query('select id from trade.notes')).rows, [{ id: 1 }])
    await allDenied(t, limited, [
      'select secret from trade.notes',
      'reset role; select secret from trade.notes',
    ])
  })
})

t.test('names may be anything', async (t) => {
  const ground = await rolesGround(t)
  const role = ground.name('Odd "role" \\ of\'')
  await ground.pool.query(
    'create schema "Odd \'schema"; create table "Odd \'schema"."a ""table""" ("c ol" int, d int)',
  )
  const on = 'Odd \'schema.a "table"'
  t.equal(await limitRole(ground.pool, role, [{ on, may: 'select', columns: ['c ol'] }]), true)
  t.equal(await limitRole(ground.pool, role, [{ on, may: 'select', columns: ['c ol'] }]), true)
  const limited = ground.open({ role })
  t.same((await limited.query('select "c ol" from "Odd \'schema"."a ""table"""')).rows, [])
  await allDenied(t, limited, ['select d from "Odd \'schema"."a ""table"""'])
})

t.test('connecting as a missing or foreign role is rejected with a code', async (t) => {
  const ground = await rolesGround(t)
  const role = ground.name('reader')
  await t.rejects(ground.open({ role }).query('select 1'), { code: '22023' })
  await limitRole(ground.pool, role, [])
  const stranger = await ground.user('stranger')
  await t.rejects(ground.open({ url: stranger, role }).query('select 1'), { code: '42501' })
})
