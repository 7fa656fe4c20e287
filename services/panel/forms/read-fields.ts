import type { Language } from '@ecmr/contract'
import { type Fault, fieldNames, type JsonValue } from '@ecmr/domain'
import { type FieldKind, fieldKind } from './field-kinds.js'
import { type FormValues, typedAs } from './form-values.js'
import { countryCode } from './named-codes.js'
import { readNumber } from './numbers.js'
import { rowsIn } from './rows.js'

/** What a form says of a note's fields, and where it says nothing that could be read. */
export interface ReadFields {
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

function readMembers(
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
