import { type Language, type languages, memberLabels, type Texts, textTable } from '@ecmr/contract'
import type { JsonValue } from '@ecmr/domain'
import { formatsFor } from '../../../texts/formats.js'
import { nameIn, roleLabels, transportTypeLabels } from '../shared/labels.js'

const countryNames = {
  es: new Intl.DisplayNames('es', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
} as const satisfies Readonly<Record<(typeof languages)[number], Intl.DisplayNames>>

/** @param code ISO 3166-1 alpha-2 */
export function countryName(code: string, language: Language): string {
  return countryNames[language].of(code) ?? code
}

/** Money as people write it. */
export function amountOf(
  amount: string | undefined,
  currency: string | undefined,
  language: Language,
): string | undefined {
  return amount && formatsFor(language, 'UTC').money(amount, currency)
}

const words = textTable({
  true: ['Sí', 'Yes'],
  false: ['No', 'No'],
})

/** A field's value in words; '' for none. Lists have a line for each item. */
export function valueText(field: string, value: JsonValue | undefined, language: Language): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return words[language][`${value}`]
  const f = formatsFor(language, 'UTC')
  if (typeof value === 'number') return f.number(value)
  if (typeof value === 'string') return textOf(field, value, language)
  if (Array.isArray(value)) return value.map((item) => itemText(field, item, language)).join('\n')
  return itemText(field, value, language)
}

/** Fields, and members of lists, that hold an amount of money. */
const AMOUNTS = /^(amount|cod_amount|declared_value)$/

function textOf(field: string, value: string, language: Language): string {
  if (/_date$/.test(field)) return formatsFor(language, 'UTC').date(value)
  if (AMOUNTS.test(field)) return formatsFor(language, 'UTC').money(value, undefined)
  if (/(^|_)country$/.test(field)) return countryName(value, language)
  if (field === 'transport_type') return nameIn(transportTypeLabels[language], value) ?? value
  if (field === 'payer') return nameIn(roleLabels[language], value) ?? value
  return value
}

/** An item of a list in one line: its members with their names. */
function itemText(list: string, item: JsonValue, language: Language): string {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return valueText('', item, language)
  const known: Readonly<Record<string, Readonly<Record<string, Texts<string>>>>> = memberLabels
  const names = known[list] ?? {}
  // In the order of the labels: a log does not keep that of the members.
  const said = new Map(Object.entries(item))
  return [...new Set([...Object.keys(names), ...said.keys()])]
    .filter((member) => said.has(member))
    .map(
      (member) => `${names[member]?.[language] ?? member}: ${valueText(member, said.get(member), language)}`,
    )
    .join(' · ')
}
