import type { ClientBase } from 'pg'
import { holdRights } from './hold-rights.js'
import { type Grant, inWords, TABLE_KINDS } from './rights.js'

/**
 * Copies rights by name from one schema to another: on the schema itself, and on tables and columns of the same name. A
 * right on all tables there becomes one on all tables here, new ones included.
 *
 * @param client in a transaction
 */
export async function copyRights(client: ClientBase, from: string, to: string): Promise<void> {
  await holdRights(client)
  const { rows } = await client.query<Grant & { readonly grantee: string }>(COPIED, [from, to])
  const statements = rows.map((each) => `grant ${inWords({ ...each, schema: to })} to ${each.grantee}`)
  if (statements.length > 0) await client.query(statements.join(';\n'))
}

// Of both schemas: their tables, and what others than the owner have been granted in the first.
const COPIED = `
  with tables as (
    select nspname as schema, c.oid, relname as name, relowner, relacl
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ($1, $2) and relkind in (${TABLE_KINDS})
  ),
  granted as (
    select name, grantee, privilege_type from tables, aclexplode(relacl)
    where schema = $1 and grantee <> relowner
  ),
  granted_everywhere as (
    select grantee, privilege_type from granted group by 1, 2
    having count(distinct name) = (select count(*) from tables where schema = $1)
  ),
  copied as (
    select 'schema' as kind, null as name, null as "column", grantee, privilege_type
    from pg_namespace, aclexplode(nspacl) where nspname = $1 and grantee <> nspowner
    union
    select 'table', name, null, grantee, privilege_type
    from granted join tables using (name) where schema = $2
    union
    select 'table', name, null, grantee, privilege_type
    from granted_everywhere, tables where schema = $2
    union
    select 'table', there.name, was.attname, grantee, privilege_type
    from tables here join pg_attribute was on was.attrelid = here.oid
      join tables there on there.schema = $2 and there.name = here.name
      join pg_attribute now on now.attrelid = there.oid and now.attname = was.attname,
      aclexplode(was.attacl)
    where here.schema = $1 and grantee <> here.relowner
  )
  select kind, name, "column", lower(privilege_type) as may,
    case grantee when 0 then 'public' else grantee::regrole::text end as grantee
  from copied`
