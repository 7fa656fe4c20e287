import type { LoadHook } from 'node:module'

const MODULE = '/packages/postgres/dist/migrate.js'
const BEGINNING = 'export function tablesOf(schema, migrations) {'
const BEGINNING_OF_NEXT = `export function tablesOf(schema, ofThisRelease) {
  const migrations = { ...ofThisRelease, '9999-next-release.expand': { up: (db) => expand(db, schema) } };`

/** What a next release might add: a table, and a column to one that is in use. One alone, since locks of many would get in each other's way. */
const EXPAND = `
async function expand(db, schema) {
  const { rows } = await sql\`select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = \${schema} and relkind = 'r' and relname not like 'kysely%' order by reltuples desc, relname limit 1\`.execute(db);
  for (const { name } of rows)
    await sql\`alter table \${sql.id(schema, name)} add column next_release text default 'default of the next'\`.execute(db);
  await sql\`create table \${sql.id(schema, 'next_release')} (id integer primary key)\`.execute(db);
}
`

/** Gives every schema one migration more, by what all of them are made with. */
export const load: LoadHook = async (url, context, next) => {
  const loaded = await next(url, context)
  if (!url.endsWith(MODULE)) return loaded
  const text = textOf(loaded.source)
  if (!text.includes(BEGINNING)) throw new Error(`${MODULE} does not have ${BEGINNING}`)
  return { ...loaded, source: text.replace(BEGINNING, BEGINNING_OF_NEXT) + EXPAND }
}

function textOf(source: Awaited<ReturnType<LoadHook>>['source']): string {
  if (typeof source === 'string') return source
  if (source === undefined) return ''
  return new TextDecoder().decode(source)
}
