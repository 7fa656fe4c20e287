import { shortFieldName } from '../captions/field-names.js'
import type { Line } from './page-data.js'
import { writtenCountry } from './values.js'
import { bare, lacking, named, type Writing } from './writing.js'

/** Name, address and tax identification of a party. */
export function partyLines(
  note: Writing,
  party: 'sender' | 'receiver' | 'contractual_shipper' | 'carrier',
): readonly Line[] {
  return [
    ...bare(note, `${party}_company_name`, 'strong'),
    ...placeLines(note, party),
    ...named(note, `${party}_tax_id`),
  ]
}

type Place = 'sender' | 'receiver' | 'contractual_shipper' | 'carrier' | 'pickup' | 'delivery'

/** Address, and in the next line postal code, city and country. */
export function placeLines(note: Writing, place: Place): readonly Line[] {
  const { record, language } = note
  const city = townLine(
    record[`${place}_postal_code`],
    record[`${place}_city`],
    record[`${place}_country`],
    language,
  )
  return [
    ...bare(note, `${place}_address`),
    ...(city === '' ? [] : [{ text: city }]),
    ...(record[`${place}_city`] === undefined ? lacking(note, `${place}_city`) : []),
  ]
}

function townLine(
  postalCode: string | undefined,
  city: string | undefined,
  country: string | undefined,
  language: Writing['language'],
): string {
  const town = [postalCode, city].filter((part) => part !== undefined).join(' ')
  const land = country === undefined ? [] : [writtenCountry(country, language)]
  return [town, ...land].filter((part) => part !== '').join(', ')
}

/** The carriers that take over on the way, one after the other. */
export function successiveCarrierLines({ record, language }: Writing): readonly Line[] {
  return (record.successive_carriers ?? []).flatMap((carrier) => {
    const { company_name, tax_id, address, vehicle_plate, remarks } = carrier
    const town = townLine(carrier.postal_code, carrier.city, carrier.country, language)
    const where = [address, town].filter((part) => part !== undefined && part !== '').join(', ')
    return [
      { text: company_name, tone: 'strong' as const },
      ...(where === '' ? [] : [{ text: where }]),
      ...(tax_id === undefined ? [] : [{ label: shortFieldName('carrier_tax_id', language), text: tax_id }]),
      ...(vehicle_plate === undefined
        ? []
        : [{ label: shortFieldName('vehicle_plate', language), text: vehicle_plate }]),
      ...(remarks === undefined ? [] : [{ text: remarks }]),
    ]
  })
}
