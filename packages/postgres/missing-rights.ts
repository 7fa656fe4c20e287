import type { Pool } from 'pg'
import { type Right, TABLE_KINDS, tableOf } from './rights.js'

/**
 * Which of these rights the pool's connections do not have.
 *
 * @returns what they cannot use, such as `rm_list.*`, each once; `isThere` says whether that exists at all
 */
export async function missingRights(
  pool: Pool,
  rights: readonly Right[],
): Promise<readonly { readonly on: string; readonly isThere: boolean }[]> {
  const asked = rights.flatMap((right) => {
    const { columns = [null] } = right
    return columns.map((column) => ({ ...tableOf(right), may: right.may, column }))
  })
  const { rows } = await pool.query<{ on: string; isThere: boolean }>(MISSING, [JSON.stringify(asked)])
  return rows
}

const MISSING = `
  with asked as (
    select * from json_to_recordset($1) as asked (schema text, "table" text, may text, "column" text)
  ),
  looked_at as (
    select asked.schema || '.' || asked."table" as "on", c.oid is not null as is_there,
      has_schema_privilege(n.oid, 'usage') and case
        when asked."column" is null then has_table_privilege(c.oid, asked.may)
        else has_column_privilege(c.oid, attnum, asked.may)
      end as may
    from asked
      left join pg_namespace n on nspname = asked.schema
      left join pg_class c
        on relnamespace = n.oid and relkind in (${TABLE_KINDS}) and asked."table" in (relname, '*')
      left join pg_attribute on attrelid = c.oid and attname = asked."column" and not attisdropped
  )
  select "on", bool_and(is_there) as "isThere" from looked_at
  where may is not true group by 1 order by 1`
