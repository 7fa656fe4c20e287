import { counterpartyLink } from '@ecmr/document-links'
import t from 'tap'
import { box, company, documentsGround } from './ground.js'

const DENIED = { code: '42501' }

t.test('the service of documents may look addresses up and note readers, and nothing else', async (t) => {
  const ground = await documentsGround(t)
  const { documentId } = await ground.publish()
  await counterpartyLink(ground.pool, box, company, { documentId })
  const { pool } = ground.dependencies
  const { rows } = await ground.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  t.ok(rows.length > 20, `${rows.length} tables`)
  for (const { name } of rows) {
    await t.rejects(pool.query(`select * from ${name}`), DENIED, `select * from ${name}`)
    await t.rejects(pool.query(`delete from ${name}`), DENIED, `delete from ${name}`)
    await t.rejects(pool.query(`truncate ${name}`), DENIED, `truncate ${name}`)
    if (name !== 'documents.reads')
      await t.rejects(pool.query(`insert into ${name} default values`), DENIED, `insert into ${name}`)
  }
  const denied = [
    'select sealed_token from documents.links',
    'select company_id from rm_documents.notes',
    'select address from documents.reads',
    'update documents.links set closed_at = now()',
    'update documents.links set closed_at = null',
    'update documents.reads set version = 2',
    "update rm_documents.notes set documents = '[]'",
    'do $$ begin lock table documents.links in access exclusive mode; end $$',
    'create table documents.more ()',
    'create schema more',
    'create function documents.f() returns int language sql as $$select 1$$',
  ]
  for (const statement of denied) await t.rejects(pool.query(statement), DENIED, statement)
  t.equal((await pool.query('select link_id, token_hash from documents.links')).rowCount, 2)
})
