import { fieldsToCreate } from '@ecmr/contract'
import { type FieldName, fieldNames } from '@ecmr/domain'
import type { TSchema } from '@sinclair/typebox'

/** How a field of a note stands in a form, as its schema says. */
export type FieldKind =
  | { readonly kind: 'line' }
  /** text that may have several lines */
  | { readonly kind: 'text' }
  | { readonly kind: 'date' | 'time' | 'email' | 'country' | 'currency' }
  | { readonly kind: 'number' }
  /** an amount, kept as a decimal string */
  | { readonly kind: 'decimal' }
  /** yes, no, or nothing said */
  | { readonly kind: 'yes_no' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  /** a list of texts, one a line */
  | { readonly kind: 'list' }
  /** a list of objects, a group of controls each */
  | { readonly kind: 'rows'; readonly members: Readonly<Record<string, FieldKind>>; readonly atMost: number }

const SHORT_TEXT = 999

const FORMATS = {
  date: 'date',
  'clock-time': 'time',
  email: 'email',
  country: 'country',
  currency: 'currency',
  decimal: 'decimal',
} as const

const kinds: ReadonlyMap<FieldName, FieldKind> = new Map(
  fieldNames.map((name) => {
    const schema = fieldsToCreate[name]
    if (schema === undefined) throw new Error(`${name} has no schema`)
    return [name, kindOf(schema)]
  }),
)

/** How a field stands in a form. */
export function fieldKind(name: FieldName): FieldKind {
  return kinds.get(name) ?? { kind: 'line' }
}

/** The fields that hold lists of objects. */
export const rowFields: readonly FieldName[] = fieldNames.filter((name) => fieldKind(name).kind === 'rows')

/** How a value of a schema stands in a form. */
export function kindOf(schema: TSchema): FieldKind {
  if (Array.isArray(schema.enum)) return { kind: 'choice', of: schema.enum }
  switch (schema.type) {
    case 'array':
      return schema.items.type === 'object' ? rowsOf(schema) : { kind: 'list' }
    case 'boolean':
      return { kind: 'yes_no' }
    case 'number':
    case 'integer':
      return { kind: 'number' }
    default:
      return textOf(schema)
  }
}

function rowsOf({ items, maxItems }: TSchema): FieldKind {
  const properties: Readonly<Record<string, TSchema>> = items.properties
  const members = Object.entries(properties).map(([name, schema]) => [name, kindOf(schema)] as const)
  return { kind: 'rows', members: Object.fromEntries(members), atMost: Number(maxItems) }
}

function textOf({ format, maxLength }: TSchema): FieldKind {
  const known = Object.entries(FORMATS).find(([name]) => name === format)?.[1]
  if (known !== undefined) return { kind: known }
  return { kind: Number(maxLength ?? 0) > SHORT_TEXT ? 'text' : 'line' }
}
