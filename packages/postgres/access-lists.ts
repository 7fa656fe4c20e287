import type { ClientBase } from 'pg'
import { type Grant, type Right, TABLE_KINDS, tableOf } from './rights.js'

/** What a role has been granted by name in this database, in schemas and on what is in them. */
export async function grantsOf(client: ClientBase, role: string): Promise<readonly Grant[]> {
  const { rows } = await client.query<Grant>(
    `with me as (select oid from pg_roles where rolname = $1)
     select nspname as schema, 'schema' as kind, null as name, null as "column", lower(privilege_type) as may
     from pg_namespace, aclexplode(nspacl) where grantee = (select oid from me)
     union all
     select nspname, case relkind when 'S' then 'sequence' else 'table' end, relname, null, lower(privilege_type)
     from pg_class join pg_namespace n on n.oid = relnamespace, aclexplode(relacl)
     where grantee = (select oid from me)
     union all
     select nspname, 'table', relname, attname, lower(privilege_type)
     from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace,
       aclexplode(attacl)
     where grantee = (select oid from me) and not attisdropped`,
    [role],
  )
  return rows
}

/** The entries that rights are made of, in this database as it is now. */
export async function grantsFor(client: ClientBase, rights: readonly Right[]): Promise<readonly Grant[]> {
  const all = rights.filter((right) => tableOf(right).table === '*')
  const { rows: tables } = await client.query<{ schema: string; name: string }>(
    `select nspname as schema, relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where nspname = any($1) and relkind in (${TABLE_KINDS})`,
    [all.map((right) => tableOf(right).schema)],
  )
  const schemas = new Set(rights.map((right) => tableOf(right).schema))
  return [
    ...[...schemas].map(
      (schema): Grant => ({ schema, kind: 'schema', name: null, column: null, may: 'usage' }),
    ),
    ...rights.flatMap((right): readonly Grant[] => {
      const { schema, table } = tableOf(right)
      const { may, columns = [null] } = right
      const names = table === '*' ? tables.filter((each) => each.schema === schema) : [{ name: table }]
      return names.flatMap(({ name }) =>
        columns.map((column): Grant => ({ schema, kind: 'table', name, column, may })),
      )
    }),
  ]
}
