import type { Language } from '@ecmr/contract'
import { type FieldChanges, fieldNames, type JsonValue } from '@ecmr/domain'
import { type FieldKind, fieldKind } from './field-kinds.js'
import type { FormValues } from './form-values.js'
import { countryName } from './named-codes.js'
import { writeNumber } from './numbers.js'

/**
 * The fields of a note as a form shows them, by the JSON pointer of each without its first slash.
 *
 * Reading them back gives the same fields. Line breaks are the exception where no control can hold them: in text of one
 * line they become spaces, in the items of a list they part it.
 *
 * @example
 * writeFields({ goods_weight_kg: 1250.5, seal_numbers: ['A1', 'A2'] }, 'es')
 * // { goods_weight_kg: '1250,5', seal_numbers: 'A1\nA2' }
 */
export function writeFields(fields: FieldChanges, language: Language): FormValues {
  const written = fieldNames.flatMap((name) => {
    const value = fields[name]
    return value === undefined || value === null ? [] : write(name, fieldKind(name), value, language)
  })
  return Object.fromEntries(written)
}

function write(
  name: string,
  kind: FieldKind,
  value: JsonValue,
  language: Language,
): readonly (readonly [string, string])[] {
  switch (kind.kind) {
    case 'list':
    case 'rows':
      return writeList(name, kind, Array.isArray(value) ? value : [], language)
    case 'number':
    case 'decimal':
      return [[name, writeNumber(typeof value === 'number' ? value : String(value), language)]]
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
  language: Language,
): readonly (readonly [string, string])[] {
  if (items.length === 0) return [[`${name}/none`, 'true']]
  if (kind.kind === 'list') return [[name, items.map(String).join('\n')]]
  return items.flatMap((item, index) =>
    Object.entries(kind.members).flatMap(([member, memberKind]) => {
      const value = isObject(item) && Object.hasOwn(item, member) ? item[member] : undefined
      return value === undefined ? [] : write(`${name}/${index}/${member}`, memberKind, value, language)
    }),
  )
}

function isObject(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
