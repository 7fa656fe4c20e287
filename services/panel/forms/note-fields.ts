import type { Language } from '@ecmr/contract'
import { type Fault, type FieldChanges, type FieldName, fieldNames, type JsonValue } from '@ecmr/domain'
import { type FieldKind, fieldKind, rowFields } from './field-kinds.js'
import { type FormValues, typedAs } from './form.js'
import { countryCode, countryName } from './named-codes.js'
import { readNumber, writeNumber } from './numbers.js'

/** What a form says of a note's fields, and where it says nothing that could be read. */
interface ReadFields {
  /** what was given, as JSON; what could not be read stands there as it was typed */
  readonly fields: Readonly<Record<string, JsonValue>>
  readonly faults: readonly Fault[]
}

/**
 * Reads the fields of a note from a form: what is blank is left out, and what is no field of a note is not looked at.
 *
 * @param values with the groups of its lists numbered without gaps, as `withoutBlankRows` makes them
 */
export function readFields(values: FormValues, language: Language): ReadFields {
  return readMembers(
    fieldNames.map((name) => [name, fieldKind(name)]),
    '',
    values,
    language,
  )
}

/** Reads the members of anything from a form, each as its kind says. */
export function readMembers(
  members: readonly (readonly [string, FieldKind])[],
  prefix: string,
  values: FormValues,
  language: Language,
): ReadFields {
  const faults: Fault[] = []
  const given: [string, JsonValue][] = []
  for (const [name, kind] of members) {
    const read = readOne(kind, `${prefix}${name}`, values, language)
    if (read.value !== undefined) given.push([name, read.value])
    faults.push(...(read.faults ?? []))
  }
  return { fields: Object.fromEntries(given), faults }
}

interface Read {
  readonly value?: JsonValue
  readonly faults?: readonly Fault[]
}

function readOne(kind: FieldKind, name: string, values: FormValues, language: Language): Read {
  if (kind.kind === 'rows') return readRows(name, kind.members, values, language)
  const typed = typedAs(values, name)
  if (kind.kind === 'list') return readLines(name, typed, values)
  return typed === '' ? {} : readTyped(kind, name, typed, language)
}

function readTyped(kind: FieldKind, name: string, typed: string, language: Language): Read {
  switch (kind.kind) {
    case 'number':
    case 'decimal': {
      const read = readNumber(typed, language)
      if ('fault' in read) return unreadable(name, typed, read.fault)
      return { value: kind.kind === 'number' ? Number(read.text) : read.text }
    }
    case 'country': {
      const code = countryCode(typed)
      return code === undefined ? unreadable(name, typed, 'country') : { value: code }
    }
    case 'currency':
      return { value: typed.toUpperCase() }
    case 'yes_no':
      return { value: typed === 'true' || typed === 'false' ? typed === 'true' : typed }
    default:
      return { value: typed }
  }
}

function unreadable(name: string, typed: string, code: string): Read {
  return { value: typed, faults: [{ pointer: `/${name}`, code, message: `${name} cannot be read.` }] }
}

function readLines(name: string, typed: string, values: FormValues): Read {
  const lines = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.length > 0 ? { value: lines } : noneOrNothing(name, values)
}

function readRows(
  name: string,
  members: Readonly<Record<string, FieldKind>>,
  values: FormValues,
  language: Language,
): Read {
  const rows = rowsIn(values, name).map((row) =>
    readMembers(Object.entries(members), `${name}/${row}/`, values, language),
  )
  if (rows.length === 0) return noneOrNothing(name, values)
  return { value: rows.map(({ fields }) => fields), faults: rows.flatMap(({ faults }) => faults) }
}

function noneOrNothing(list: string, values: FormValues): Read {
  return typedAs(values, `${list}/none`) === 'true' ? { value: [] } : {}
}

/** How numbers and amounts are written. */
type WriteNumber = (value: number | string, language: Language) => string

/**
 * The fields of a note as a form shows them, by the JSON pointer of each without its first slash.
 *
 * Reading them back gives the same fields. Line breaks are the exception where no control can hold them: in text of one
 * line they become spaces, in the items of a list they part it.
 *
 * @example
 * writeFields({ goods_weight_kg: 1250.5, seal_numbers: ['A1', 'A2'] }, 'es')
 * // { goods_weight_kg: '1250,5', seal_numbers: 'A1\nA2' }
 *
 * @param number for values that are only read
 */
export function writeFields(
  fields: FieldChanges,
  language: Language,
  number: WriteNumber = writeNumber,
): FormValues {
  return writeMembers(
    fieldNames.map((name) => [name, fieldKind(name)]),
    fields,
    { language, number },
  )
}

/** The members of anything as a form shows them. */
export function writeMembers(
  members: readonly (readonly [string, FieldKind])[],
  values: Readonly<Record<string, JsonValue | undefined>>,
  { language, number = writeNumber }: Pick<Manner, 'language'> & Partial<Manner>,
): FormValues {
  const written = members.flatMap(([name, kind]) => {
    const value = values[name]
    return value === undefined || value === null ? [] : write(name, kind, value, { language, number })
  })
  return Object.fromEntries(written)
}

interface Manner {
  readonly language: Language
  readonly number: WriteNumber
}

function write(
  name: string,
  kind: FieldKind,
  value: JsonValue,
  manner: Manner,
): readonly (readonly [string, string])[] {
  const { language, number } = manner
  switch (kind.kind) {
    case 'list':
    case 'rows':
      return writeList(name, kind, Array.isArray(value) ? value : [], manner)
    case 'number':
    case 'decimal':
      return [[name, number(typeof value === 'number' ? value : String(value), language)]]
    case 'country':
      return [[name, countryName(String(value), language)]]
    case 'text':
      return [[name, String(value).replaceAll(/\r\n?/g, '\n')]]
    default:
      return [[name, String(value).replaceAll(/\s*[\r\n]\s*/g, ' ')]]
  }
}

function writeList(
  name: string,
  kind: FieldKind & { readonly kind: 'list' | 'rows' },
  items: readonly JsonValue[],
  manner: Manner,
): readonly (readonly [string, string])[] {
  if (items.length === 0) return [[`${name}/none`, 'true']]
  if (kind.kind === 'list') return [[name, items.map(String).join('\n')]]
  return items.flatMap((item, index) =>
    Object.entries(kind.members).flatMap(([member, memberKind]) => {
      const value = isObject(item) && Object.hasOwn(item, member) ? item[member] : undefined
      return value === undefined ? [] : write(`${name}/${index}/${member}`, memberKind, value, manner)
    }),
  )
}

function isObject(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const IN_ROW = /^(\w+)\/(\d{1,4})\/(\w+)$/

interface Cell {
  readonly list: FieldName
  readonly row: number
  readonly member: string
  readonly value: string
}

/**
 * A form whose groups are numbered without gaps: those in which nothing stands are taken out, so that each group is the
 * item of the list that it becomes.
 *
 * @param first the number of the first group of a list, for a form that shows only a portion of it
 */
export function withoutBlankRows(
  values: FormValues,
  first: (list: FieldName) => number = () => 0,
): FormValues {
  const cells = Object.entries(values).flatMap(cellOf)
  const others = Object.entries(values).filter(([name]) => !IN_ROW.test(name))
  const numbered = rowFields.flatMap((list) => {
    const filled = cells.filter((cell) => cell.list === list && cell.value !== '')
    const rows = [...new Set(filled.map(({ row }) => row))].sort((a, b) => a - b)
    const places = new Map(rows.map((row, place) => [row, first(list) + place]))
    return filled.map(({ row, member, value }) => [`${list}/${places.get(row)}/${member}`, value] as const)
  })
  return Object.fromEntries([...others, ...numbered])
}

/** The numbers of a list's groups in a form, in their order. */
export function rowsIn(values: FormValues, list: string): readonly number[] {
  const rows = Object.keys(values).flatMap((name) => {
    const place = rowOf(name)
    return place?.list === list ? [place.row] : []
  })
  return [...new Set(rows)].sort((a, b) => a - b)
}

/** The list, and the group of it, that a control belongs to. */
export function rowOf(name: string): { readonly list: string; readonly row: number } | undefined {
  const [, list, row] = IN_ROW.exec(name) ?? []
  return list === undefined ? undefined : { list, row: Number(row) }
}

function cellOf([name, value]: [string, string]): readonly Cell[] {
  const [, field, row, member] = IN_ROW.exec(name) ?? []
  const list = rowFields.find((known) => known === field)
  if (list === undefined || member === undefined) return []
  const kind = fieldKind(list)
  const isKnown = kind.kind === 'rows' && Object.hasOwn(kind.members, member)
  return isKnown ? [{ list, row: Number(row), member, value }] : []
}
