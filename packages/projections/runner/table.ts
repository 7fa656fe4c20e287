import { type Statement, textArray } from './statement.js'

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
 * The rows `r` of a statement, with their types, from one parameter for each column: the text of the statement stays the
 * same for any number of rows, so that Postgres plans it once.
 */
export function rowsOf(table: Table): string {
  const columns = Object.entries(table.columns)
  const typed = columns.map(([column, type]) => `${column}::${type} as ${column}`).join(', ')
  const arrays = columns.map((_, place) => `$${place + 1}::text[]`).join(', ')
  return `(select ${typed} from unnest(${arrays}) as texts(${columnList(table)})) r`
}

/** The parameters of `rowsOf`. */
export const valuesOf = (table: Table, records: readonly TableRecord[]): readonly Buffer[] =>
  Object.keys(table.columns).map((column) => textArray(records.map((record) => textOf(record[column]))))

const NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** A value as text that Postgres reads as the column's type. It refuses the character NUL in JSON as it does elsewhere. */
export function textOf(value: TableRecord[string] | undefined): string | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return String(value)
  const json = JSON.stringify(value)
  return json.includes('\\u0000') && NUL.test(json) ? '\0' : json
}

/** Inserts records; one that is there already is an error. Nothing when there are none. */
export function insertRecords(
  schema: string,
  table: Table,
  records: readonly TableRecord[],
): readonly Statement[] {
  if (records.length === 0) return []
  const text = `insert into ${schema}.${table.name} (${columnList(table)}) select ${columnList(table)} from ${rowsOf(table)}`
  return [{ as: `insert_${schema}_${table.name}`, text, values: valuesOf(table, records) }]
}

/** Writes records over the ones that have the same key. Nothing when there are none. */
export function updateRecords(
  schema: string,
  table: Table,
  records: readonly TableRecord[],
): readonly Statement[] {
  if (records.length === 0) return []
  const columns = Object.keys(table.columns).filter((column) => !table.key.includes(column))
  const text = `update ${schema}.${table.name} t set ${columns.map((c) => `${c} = r.${c}`).join(', ')} from ${rowsOf(table)} where ${table.key.map((c) => `t.${c} = r.${c}`).join(' and ')}`
  return [{ as: `update_${schema}_${table.name}`, text, values: valuesOf(table, records) }]
}
