import type { ClientBase } from 'pg'
import { liveSchema } from '../runner/projection.js'
import type { Table } from '../runner/table.js'
import type { Target } from '../runner/write-batch.js'

/** A row that differs between the live read model and what the log says. */
export interface Difference {
  readonly projection: string
  readonly table: string
  /** the primary key's values */
  readonly key: readonly string[]
  /** `missing`: not in the live set; `unexpected`: only there; `different`: in both */
  readonly kind: 'missing' | 'unexpected' | 'different'
}

/** What came of comparing one projection's tables. */
export interface Comparison {
  readonly rows: number
  readonly differing: number
  readonly differences: readonly Difference[]
}

const NAMED = 100

/** Compares the live tables of a projection with those aside, row by row in both directions. */
export async function compareSets(
  db: ClientBase,
  { projection, schema }: Pick<Target<unknown>, 'projection' | 'schema'>,
): Promise<Comparison> {
  const live = liveSchema(projection.name)
  let rows = 0
  let differing = 0
  const differences: Difference[] = []
  for (const table of projection.tables) {
    const counted = await db.query<{ count: number }>(
      `select count(*) as count from ${live}.${table.comparedAs ?? table.name}`,
    )
    rows += counted.rows[0]?.count ?? 0
    const found = await db.query<Pick<Difference, 'key' | 'kind'> & { total: number }>(
      comparison(table, live, schema),
    )
    differing += found.rows[0]?.total ?? 0
    differences.push(
      ...found.rows.map(({ key, kind }) => ({ projection: projection.name, table: table.name, key, kind })),
    )
  }
  return { rows, differing, differences: differences.slice(0, NAMED) }
}

function comparison(table: Table, live: string, aside: string): string {
  const [first] = table.key
  const from = (schema: string): string =>
    `(select * from ${schema}.${table.comparedAs ?? table.name} where ${table.compared ?? 'true'})`
  const row = (alias: string): string =>
    Object.entries(table.columns)
      .map(([column, type]) => `${alias}.${column}${type === 'json' ? '::jsonb' : ''}`)
      .join(', ')
  return `
    select array[${table.key.map((column) => `coalesce(l.${column}, a.${column})::text`).join(', ')}] as key,
      case when l.${first} is null then 'missing' when a.${first} is null then 'unexpected' else 'different' end as kind,
      count(*) over () as total
    from ${from(live)} l full join ${from(aside)} a using (${table.key.join(', ')})
    where (${row('l')}) is distinct from (${row('a')})
    limit ${NAMED}`
}
