import { escapeIdentifier } from 'pg'

/** What a role may do with a table, or with all tables of a schema (`schema.*`). */
export interface Right {
  readonly on: string
  readonly may: 'select' | 'insert' | 'update' | 'delete'
  /** only these columns; all unless given */
  readonly columns?: readonly string[]
}

/** One entry of PostgreSQL's access lists: of a schema, of one of its tables or sequences, or of a column. */
export interface Grant {
  readonly schema: string
  readonly kind: 'schema' | 'table' | 'sequence'
  readonly name: string | null
  readonly column: string | null
  /** as `grant` spells it */
  readonly may: string
}

/** Tables in the sense of `grant`: views and the like are among them. */
export const TABLE_KINDS = `'r', 'v', 'm', 'f', 'p'`

/** The schema and the table of a right; `*`: all tables. */
export function tableOf({ on }: Right): { readonly schema: string; readonly table: string } {
  const dot = on.indexOf('.')
  return { schema: on.slice(0, dot), table: on.slice(dot + 1) }
}

/** An entry as `grant` and `revoke` have it between their verb and the role. */
export function inWords({ schema, kind, name, column, may }: Grant): string {
  const what = column === null ? may : `${may} (${escapeIdentifier(column)})`
  const where = name === null ? '' : `.${escapeIdentifier(name)}`
  return `${what} on ${kind} ${escapeIdentifier(schema)}${where}`
}
