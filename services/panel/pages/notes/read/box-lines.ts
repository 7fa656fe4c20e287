import type { Language } from '@ecmr/contract'
import type { EcmrFields, FieldName } from '@ecmr/domain'
import type { Formats } from '../../../texts/formats.js'
import { fieldLabel } from '../shared/labels.js'
import { readTexts } from './texts.js'
import { countryName } from './values.js'

/** How lines are written. */
export interface Manner {
  readonly language: Language
  readonly f: Formats
}

type Party = 'sender' | 'receiver' | 'carrier' | 'contractual_shipper'

/** Name, address and how to be reached, a line each. */
export function partyLines(fields: EcmrFields, party: Party, { language }: Manner): readonly string[] {
  const read = (member: string): string | undefined => textIn(fields, `${party}_${member}`)
  const country = read('country')
  const taxId = read('tax_id')
  return present(
    read('company_name'),
    read('address'),
    townLine(read('postal_code'), read('city')),
    country && countryName(country, language),
    taxId && `${readTexts[language].taxId} ${taxId}`,
    read('contact_name'),
    present(read('phone'), read('email')).join(' · '),
  )
}

/** Where and when; the address is that of the party there, unless another one is given. */
export function placeLines(
  fields: EcmrFields,
  place: 'pickup' | 'delivery',
  { language, f }: Manner,
): readonly string[] {
  const read = (member: string): string | undefined => textIn(fields, `${place}_${member}`)
  const party = place === 'pickup' ? 'sender' : 'receiver'
  const isElsewhere = ['address', 'city', 'postal_code', 'country'].some(
    (member) => read(member) !== undefined,
  )
  const at = (member: string): string | undefined =>
    isElsewhere ? read(member) : textIn(fields, `${party}_${member}`)
  const country = at('country')
  const date = read('date')
  const said = readTexts[language]
  return present(
    at('address'),
    townLine(at('postal_code'), at('city')),
    country && countryName(country, language),
    date && `${said.planned} ${f.date(date)}${said.between(read('time_from'), read('time_to'))}`,
  )
}

/** With what, by whom and under which seals. */
export function vehicleLines(fields: EcmrFields, manner: Manner): readonly string[] {
  const { vehicle_country, seal_numbers = [] } = fields
  const names = [
    'vehicle_plate',
    'trailer_plate',
    'driver_name',
    'driver_phone',
    'special_permit_number',
  ] as const
  return present(
    ...labelledAll(names, fields, manner),
    vehicle_country &&
      `${fieldLabel('vehicle_country', manner.language)}: ${countryName(vehicle_country, manner.language)}`,
    seal_numbers.length > 0 && `${fieldLabel('seal_numbers', manner.language)}: ${seal_numbers.join(', ')}`,
  )
}

/** Fields that are there, each with its name. */
export function labelledAll(
  names: readonly FieldName[],
  fields: EcmrFields,
  manner: Manner,
): readonly string[] {
  return present(...names.map((name) => labelled(name, fields, manner)))
}

/** A field with its name; `undefined` when it is not there. */
export function labelled(name: FieldName, fields: EcmrFields, { language }: Manner): string | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  const text = typeof value === 'boolean' ? readTexts[language].yesOrNo(value) : String(value)
  return `${fieldLabel(name, language)}: ${text}`
}

function townLine(postalCode: string | undefined, city: string | undefined): string {
  return present(postalCode, city).join(' ')
}

function textIn(fields: EcmrFields, name: string): string | undefined {
  const value: unknown = Reflect.get(fields, name)
  return typeof value === 'string' ? value : undefined
}

/** Without what is not there. */
export function present(...lines: readonly (string | false | undefined)[]): readonly string[] {
  return lines.flatMap((line) => (line ? [line] : []))
}
