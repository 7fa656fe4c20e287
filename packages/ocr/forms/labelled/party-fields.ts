import type { FieldName } from '@ecmr/domain'
import type { TextLine } from '../../page/text-lines.js'
import type { FoundField } from '../read-form.js'
import type { Hints, PartyMember } from '../values/index.js'
import { readAddress } from '../values/parties/address.js'
import { endsWithLegalForm } from '../values/parties/legal-forms.js'
import { readParty } from '../values/party.js'
import { fieldOf } from './found-words.js'

const fieldsOfCarrier: Readonly<Record<PartyMember, FieldName | undefined>> = {
  company_name: 'carrier_company_name',
  address: 'carrier_address',
  city: 'carrier_city',
  postal_code: 'carrier_postal_code',
  country: 'carrier_country',
  tax_id: 'carrier_tax_id',
  contact_name: undefined,
  email: 'carrier_email',
  phone: 'carrier_phone',
}

const members = [
  'company_name',
  'address',
  'city',
  'postal_code',
  'country',
  'tax_id',
  'contact_name',
  'email',
  'phone',
] as const

/** The fields of a party whose lines stand together. */
export function partyFields(
  role: 'sender' | 'receiver' | 'carrier',
  lines: readonly TextLine[],
  certainty: number,
  hints: Hints,
): readonly FoundField[] {
  const party = readParty(lines, hints)
  return members.flatMap((member) => {
    const found = party[member]
    const name = role === 'carrier' ? fieldsOfCarrier[member] : (`${role}_${member}` as const)
    return found === undefined || name === undefined ? [] : [fieldOf(name, found, found.lines, certainty)]
  })
}

/** Where goods are fetched or brought; a company's name above the address is left out. */
export function stopFields(
  which: 'pickup' | 'delivery',
  lines: readonly TextLine[],
  certainty: number,
): readonly FoundField[] {
  const [first] = lines
  const below =
    first !== undefined && lines.length > 1 && endsWithLegalForm(first.text) ? lines.slice(1) : lines
  const address = readAddress(below.map((line) => ({ line, text: line.text })))
  return (['address', 'city', 'postal_code', 'country'] as const).flatMap((member) => {
    const found = address[member]
    return found === undefined ? [] : [fieldOf(`${which}_${member}`, found, found.lines, certainty)]
  })
}
