import type { Company, CompanyChanges } from '@ecmr/accounts'
import { checkBody, closed, type Language, oneOf } from '@ecmr/contract'
import { policies } from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import { type FormState, isFaulty } from '../../../forms/form.js'
import { oneLine } from '../../../forms/one-line.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { timeZones } from './choices.js'

/** What may be left blank. */
const OPTIONAL = ['tax_id', 'address', 'city', 'postal_code', 'country', 'phone'] as const

const detailsForm = closed({
  name: oneLine('Name', 200),
  tax_id: Type.Optional(oneLine('Tax identification', 50)),
  address: Type.Optional(oneLine('Address', 500)),
  city: Type.Optional(oneLine('Town', 500)),
  postal_code: Type.Optional(oneLine('Postal code', 20)),
  country: Type.Optional(Type.String({ format: 'country' })),
  phone: Type.Optional(oneLine('Telephone', 50)),
  time_zone: oneOf(timeZones, 'IANA name'),
  policy: oneOf(policies, 'What is done about gaps'),
})

/** What stands in the form before anybody has changed it. */
export function detailsOf(company: Company): FormState['values'] {
  const optional = OPTIONAL.map((field) => [field, company[field] ?? ''])
  const { name, time_zone, policy } = company
  return { name, time_zone, policy, ...Object.fromEntries(optional) }
}

/** What was typed, as changes to the company; what was left blank is cleared. Or what is wrong with it. */
export function readDetails(
  typed: FormState['values'],
  language: Language,
): { readonly form: FormState; readonly changes?: CompanyChanges } {
  const { name = '', time_zone = '', policy } = typed
  const given = OPTIONAL.filter((field) => typed[field]).map((field) => [field, typed[field]])
  const asked = { name, time_zone, policy, ...Object.fromEntries(given) }
  const faults = sentencesFor(checkBody(detailsForm, asked), language)
  const form = { values: typed, faults }
  const chosen = policies.find((known) => known === policy)
  if (isFaulty(form) || chosen === undefined) return { form }
  const cleared = Object.fromEntries(OPTIONAL.map((field) => [field, typed[field] || null]))
  return { form, changes: { name, time_zone, policy: chosen, ...cleared } }
}
