import { type EntryData, fieldsToShow, membersOf, type Register } from '@ecmr/contract'
import type { JsonValue } from '@ecmr/domain'
import type { TSchema } from '@sinclair/typebox'
import { type Entry, templateFields } from '../entry.js'

const PREFIX = 'fields.'

/** The columns that say something of an entry, by name. Fields of a template have columns of their own, such as `fields.sender_city`. */
export function columnSchemas(register: Register): ReadonlyMap<string, TSchema> {
  const { fields: _, ...members } = membersOf(register)
  const fields = register === 'templates' ? Object.entries(fieldsToShow) : []
  return new Map([
    ...Object.entries(members),
    ...fields.map(([name, schema]) => [`${PREFIX}${name}`, schema] as const),
  ])
}

/** Columns of an export that say nothing to an import, besides `id`. */
export const shownOnly: ReadonlySet<string> = new Set(['version', 'created_at', 'updated_at'])

/** Entries as a table: a row of names, and one for each. Fields that no template has get no column. */
export function tableOf(
  register: Register,
  entries: readonly Entry[],
): readonly (readonly (string | number | boolean | undefined)[])[] {
  const flat = entries.map(({ id, data }) => ({ id, ...flattened(data) }) as EntryData)
  const used = new Set(flat.flatMap((row) => Object.keys(row)))
  const names = [...columnSchemas(register).keys()].filter(
    (name) => !name.startsWith(PREFIX) || used.has(name),
  )
  const columns = ['id', ...names]
  return [columns, ...flat.map((row) => columns.map((name) => cellOf(row[name])))]
}

function flattened(data: EntryData): EntryData {
  if (!Object.hasOwn(data, 'fields')) return data
  const { fields: _, ...members } = data
  const fields = Object.entries(templateFields(data)).flatMap(([name, value]) =>
    value === undefined ? [] : [[`${PREFIX}${name}`, value] as const],
  )
  return { ...members, ...Object.fromEntries(fields) }
}

function cellOf(value: JsonValue | undefined): string | number | boolean | undefined {
  if (value === null || value === undefined) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : value
}

/** What a row says, by member: blank cells clear, as null. */
export function membersIn(
  register: Register,
  cells: ReadonlyMap<string, string>,
): Readonly<Record<string, JsonValue>> {
  const schemas = columnSchemas(register)
  const said = [...cells].flatMap(([name, cell]) => {
    const schema = schemas.get(name)
    return schema === undefined ? [] : [[name, readAs(cell, schema)] as const]
  })
  const isField = ([name]: readonly [string, JsonValue]) => name.startsWith(PREFIX)
  const members = Object.fromEntries(said.filter((one) => !isField(one)))
  if (register !== 'templates') return members
  const fields = said.filter(isField).map(([name, value]) => [name.slice(PREFIX.length), value] as const)
  return { ...members, fields: Object.fromEntries(fields) }
}

const GUARDED = /^'(?=[=+\-@\t\r])/
const DAY_FIRST = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/
const DECIMAL_COMMA = /^(\d+),(\d+)$/
const YES = /^(true|verdadero|sí|si|yes)$/i
const NO = /^(false|falso|no)$/i

/** A cell as its column has it; what cannot be read stays text, for the schema to find fault with. */
function readAs(written: string, schema: TSchema): JsonValue {
  const cell = written.replace(GUARDED, '').trim()
  if (cell === '') return null
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numberIn(cell)
    case 'boolean':
      return YES.test(cell) ? true : NO.test(cell) ? false : cell
    case 'array':
    case 'object':
      return jsonIn(cell)
    default:
      return schema.format === 'date' ? dayIn(cell) : cell
  }
}

function numberIn(cell: string): JsonValue {
  const number = Number(cell.replace(DECIMAL_COMMA, '$1.$2'))
  return Number.isFinite(number) ? number : cell
}

function jsonIn(cell: string): JsonValue {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

/** Spreadsheets write days as their country does: of the two orders, Europe's. */
function dayIn(cell: string): string {
  const [, day = '', month = '', year] = DAY_FIRST.exec(cell) ?? []
  return year === undefined ? cell : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
