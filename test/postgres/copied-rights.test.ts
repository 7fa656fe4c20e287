import { copyRights, missingRights, type Right } from '@ecmr/postgres'
import t from 'tap'
import { rolesGround } from './roles.js'

t.test('rights are copied from schema to schema, and found missing', async (t) => {
  const ground = await rolesGround(t)
  const { pool } = ground
  const [reader, clerk] = [ground.name('Reader'), ground.name('clerk')]
  await pool.query(`create role "${reader}"; create role ${clerk};
    create schema live;
    create table live.notes (id int, content text, secret text); create table live.counters (n int);
    create schema next;
    create table next.notes (id int, content text, secret text, more text); create table next.counters (n int);
    create table next.added (n int);
    grant usage on schema live to "${reader}", ${clerk};
    grant select on all tables in schema live to "${reader}";
    grant select (id, content) on live.notes to ${clerk};
    grant insert, update on live.counters to ${clerk};
    grant select on live.counters to public`)
  const limited = ground.open({ role: reader })
  const working = ground.open({ role: clerk })
  const rights: readonly Right[] = [
    { on: 'next.notes', may: 'select', columns: ['id', 'content'] },
    { on: 'next.counters', may: 'update' },
    { on: 'next.none', may: 'select' },
    { on: 'next.notes', may: 'select', columns: ['none'] },
  ]
  t.same(await missingRights(working, rights), [
    { on: 'next.counters', isThere: true },
    { on: 'next.none', isThere: false },
    { on: 'next.notes', isThere: true },
  ])
  t.same(await missingRights(limited, [{ on: 'nowhere.*', may: 'select' }]), [
    { on: 'nowhere.*', isThere: false },
  ])

  const client = await pool.connect()
  await client.query('begin')
  await copyRights(client, 'live', 'next')
  await client.query('commit')
  client.release()

  t.same(await missingRights(limited, [{ on: 'next.*', may: 'select' }]), [], 'a new table is among all')
  t.same(await missingRights(working, rights.slice(0, 2)), [])
  t.same(await missingRights(working, [{ on: 'next.*', may: 'select' }]), [{ on: 'next.*', isThere: true }])
  await t.resolves(limited.query('select more from next.notes'))
  await t.resolves(working.query('select id from next.notes'))
  await t.resolves(working.query('insert into next.counters values (1)'))
  await t.rejects(working.query('select secret from next.notes'), { code: '42501' })
  await t.rejects(working.query('select from next.added'), { code: '42501' })
  await t.rejects(limited.query('delete from next.notes'), { code: '42501' })
  const { rows } = await pool.query(`select has_table_privilege('public', 'next.counters', 'select') as may`)
  t.same(rows, [{ may: true }])
})
