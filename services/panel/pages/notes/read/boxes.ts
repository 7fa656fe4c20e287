import { boxOf, fieldLabel, type Language } from '@ecmr/contract'
import type { CarryingVehicle, EcmrFields, FieldName, Note } from '@ecmr/domain'
import type { Formats } from '../../../texts/formats.js'
import { transportTypeLabels } from '../shared/labels.js'
import { readTexts } from './texts.js'
import { amountOf, countryName } from './values.js'

/** A box of the CMR form. */
interface NoteBox {
  /** as printed on the form; '' for what has no box of its own there */
  readonly number: string
  readonly title: string
  readonly lines: readonly string[]
  /** its first line is a name */
  readonly isParty?: true
}

/** The boxes of a note that are lines of text, above its goods and below them, where the form of the IRU has them. */
interface NoteBoxes {
  readonly above: Halves
  readonly below: Halves
}

interface Halves {
  readonly left: readonly NoteBox[]
  readonly right: readonly NoteBox[]
}

/** @param vehicles those that carried the goods, in turn */
export function noteBoxes(
  { fields }: Note,
  manner: Manner,
  vehicles: readonly CarryingVehicle[] = [],
): NoteBoxes {
  const said = readTexts[manner.language].boxes
  const box = (
    field: FieldName | undefined,
    title: string,
    ...lines: readonly (string | undefined)[]
  ): NoteBox => ({
    number: (field && boxOf(field)) ?? '',
    title,
    lines: present(...lines),
  })
  const named = (one: NoteBox): NoteBox => ({ ...one, isParty: true })
  const shipper = partyLines(fields, 'contractual_shipper', manner)
  return {
    above: {
      left: [
        named(box('sender_company_name', said.sender, ...partyLines(fields, 'sender', manner))),
        named(box('receiver_company_name', said.receiver, ...partyLines(fields, 'receiver', manner))),
        box(
          'delivery_city',
          said.delivery,
          ...placeLines(fields, 'delivery', manner),
          labelled('delivery_time_limit', fields, manner),
        ),
        box('pickup_city', said.pickup, ...placeLines(fields, 'pickup', manner)),
        box('documents', said.documents, ...(fields.documents ?? [])),
      ],
      right: [
        named(
          box(
            'carrier_company_name',
            said.carrier,
            ...partyLines(fields, 'carrier', manner),
            labelled('carrier_license_number', fields, manner),
          ),
        ),
        box(
          undefined,
          said.vehicle,
          ...vehicleLines(fields, manner),
          ...earlierVehicleLines(vehicles, manner),
        ),
        ...(shipper.length > 0 ? [named(box(undefined, said.shipper, ...shipper))] : []),
      ],
    },
    below: {
      left: [
        box(
          'instructions',
          said.instructions,
          fields.instructions,
          ...labelledAll(INSTRUCTIONS, fields, manner),
        ),
        box('cod_amount', said.cod, amountOf(fields.cod_amount, fields.cod_currency, manner.language)),
        box(
          'issue_place',
          said.issued,
          issued(fields, manner),
          transportType(fields, manner),
          ...labelledAll(PARTICULARS, fields, manner),
        ),
      ],
      right: [
        box('special_agreements', said.agreements, fields.special_agreements),
        ...(fields.notes === undefined ? [] : [box(undefined, said.notes, fields.notes)]),
      ],
    },
  }
}

const INSTRUCTIONS = ['customs_instructions', 'insurance_instructions', 'transhipment_allowed'] as const
const PARTICULARS = ['reference', 'language', 'efti_uil'] as const

function issued({ issue_place, issue_date }: EcmrFields, { f }: Manner): string {
  return present(issue_place, issue_date && f.date(issue_date)).join(', ')
}

function transportType({ transport_type }: EcmrFields, { language }: Manner): string | undefined {
  return (
    transport_type &&
    `${fieldLabel('transport_type', language)}: ${transportTypeLabels[language][transport_type]}`
  )
}

/** How lines are written. */
interface Manner {
  readonly language: Language
  readonly f: Formats
}

type Party = 'sender' | 'receiver' | 'carrier' | 'contractual_shipper'

/** Name, address and how to be reached, a line each. */
function partyLines(fields: EcmrFields, party: Party, { language }: Manner): readonly string[] {
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
function placeLines(
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
function vehicleLines(fields: EcmrFields, manner: Manner): readonly string[] {
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

/** Of more, the history has the rest. */
const MOST_VEHICLES = 6

/** Since when the vehicle carries the goods, and those before it, the latest first; nothing when there was one only. */
function earlierVehicleLines(
  vehicles: readonly CarryingVehicle[],
  { language, f }: Manner,
): readonly string[] {
  const said = readTexts[language].boxes
  const current = vehicles.at(-1)
  if (!current || vehicles.length === 1) return []
  const earlier = vehicles.slice(0, -1).map((vehicle, at) => {
    const plates = present(vehicle.vehicle_plate, vehicle.trailer_plate).join(' · ') || said.noPlate
    return said.earlierVehicle(
      plates,
      f.instant(vehicle.since),
      f.instant(vehicles[at + 1]?.since ?? current.since),
    )
  })
  return [said.sinceVehicle(f.instant(current.since)), ...earlier.reverse().slice(0, MOST_VEHICLES)]
}

/** Fields that are there, each with its name. */
function labelledAll(names: readonly FieldName[], fields: EcmrFields, manner: Manner): readonly string[] {
  return present(...names.map((name) => labelled(name, fields, manner)))
}

/** A field with its name; `undefined` when it is not there. */
function labelled(name: FieldName, fields: EcmrFields, { language }: Manner): string | undefined {
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
function present(...lines: readonly (string | false | undefined)[]): readonly string[] {
  return lines.flatMap((line) => (line ? [line] : []))
}
