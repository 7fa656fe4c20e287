import type { ClientBase } from 'pg'

/** A table's columns with their types, and which of them make its primary key. */
export interface Table {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, string>>
  /** a view that stands for the table when two sets are compared */
  readonly comparedAs?: string
  /** the rows that count when two sets of tables are compared, as an SQL condition; all when absent */
  readonly compared?: string
}

/** One row as values that JSON can carry; columns of type `json` take a nested value. */
export type TableRecord = Readonly<Record<string, string | number | boolean | null | object>>

/** The column names as SQL lists them, in the order of the declaration. */
export const columnList = (table: Table, prefix = ''): string =>
  Object.keys(table.columns)
    .map((column) => prefix + column)
    .join(', ')

/**
 * The rows of a statement's first parameter. All travel as one JSON text: the text of the statement stays the same for
 * any number of rows, so that Postgres plans it once, and nothing is bounded by the protocol's 65,535 parameters.
 */
export const recordset = (table: Table): string =>
  `json_to_recordset($1) as r(${Object.entries(table.columns)
    .map(([column, type]) => `${column} ${type}`)
    .join(', ')})`

/** Inserts records; one that is there already is an error. */
export async function insertRecords(
  db: ClientBase,
  schema: string,
  table: Table,
  records: readonly TableRecord[],
): Promise<void> {
  if (records.length === 0) return
  await db.query({
    name: `insert ${schema}.${table.name}`,
    text: `insert into ${schema}.${table.name} (${columnList(table)}) select ${columnList(table)} from ${recordset(table)}`,
    values: [JSON.stringify(records)],
  })
}

/** Writes records over the ones that have the same key. */
export async function updateRecords(
  db: ClientBase,
  schema: string,
  table: Table,
  records: readonly TableRecord[],
): Promise<void> {
  if (records.length === 0) return
  const columns = Object.keys(table.columns).filter((column) => !table.key.includes(column))
  await db.query({
    name: `update ${schema}.${table.name}`,
    text: `update ${schema}.${table.name} t set ${columns.map((c) => `${c} = r.${c}`).join(', ')} from ${recordset(table)} where ${table.key.map((c) => `t.${c} = r.${c}`).join(' and ')}`,
    values: [JSON.stringify(records)],
  })
}
