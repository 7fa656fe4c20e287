import type { FieldName } from '@ecmr/domain'
import type { ReadValue } from '../port.js'
import type { FoundField } from './read-form.js'

const TEXTS =
  /_(?:company_name|contact_name|address|city|place|description|packaging|name|agreements)$|^(?:instructions|notes)$/

/** Whether a field holds words of some language. */
export const isTextField = (name: FieldName): boolean => TEXTS.test(name)

/** The country of the party or place that a field belongs to (ISO 3166-1 alpha-2), as far as it was read. */
export function countryAmong(fields: readonly FoundField[]): (name: FieldName) => string | undefined {
  return (name) => {
    const country = fields.find((field) => field.name === `${name.split('_')[0]}_country`)?.value
    return typeof country === 'string' ? country : undefined
  }
}

/** A value whose texts are changed; numbers and the like stay. */
export function eachText(value: ReadValue, change: (text: string) => string): ReadValue {
  if (typeof value === 'string') return change(value)
  return typeof value === 'object' ? value.map(change) : value
}
