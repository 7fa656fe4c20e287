import type { Company } from '@ecmr/accounts'
import type { EcmrFields, FieldChanges } from '@ecmr/domain'

/** What a new note begins with: the company as its sender. */
export function startingFields(company: Company): FieldChanges {
  const { name, tax_id, address, city, postal_code, country, phone } = company
  return {
    sender_company_name: name,
    ...(address !== null && { sender_address: address }),
    ...(city !== null && { sender_city: city }),
    sender_postal_code: postal_code,
    sender_country: country,
    sender_tax_id: tax_id,
    sender_phone: phone,
  }
}

// What belongs to one carriage alone.
const ONLY_ONCE = ['pickup_date', 'delivery_date', 'issue_date', 'seal_numbers', 'efti_uil'] as const

/** The fields of an earlier note that another one may begin with. */
export function worthCopying(fields: EcmrFields): FieldChanges {
  const others = Object.entries(fields).filter(([name]) => !ONLY_ONCE.some((once) => once === name))
  return Object.fromEntries(others)
}
