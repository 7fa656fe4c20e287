import type { FieldName } from '@ecmr/domain'
import type { TextLine } from '../../page/text-lines.js'
import type { ReadValue } from '../../port.js'
import type { FoundField } from '../read-form.js'
import * as values from '../values/index.js'
import type { Meaning } from './known-labels.js'
import { fieldOf, partyFields, stopFields } from './party-fields.js'

/** Lines under one label, and what is known of them. */
interface LabelledValue {
  readonly means: Meaning
  /** of the label itself, as it stands there */
  readonly caption: string
  readonly lines: readonly TextLine[]
  readonly certainty: number
  readonly hints: values.Hints
}

type Found = values.FoundValue<ReadValue> | undefined
type Reader = (text: string, value: LabelledValue) => Found

// What takes several lines, so that those below belong to it too.
const long: ReadonlySet<Meaning> = new Set<Meaning>([
  'sender',
  'receiver',
  'carrier',
  'pickup',
  'delivery',
  'goods',
  'packing',
  'marks',
  'documents',
  'instructions',
  'notes',
  'agreements',
])

/** Whether what is below the first line of a value belongs to it too: of texts, and where a narrow column broke a name or a list. */
export const goesOn = (means: Meaning, first: string): boolean =>
  long.has(means) || /[,;]$/.test(first) || (means === 'driver' && /^[\p{L}'’-]+$/u.test(first))

/** The fields that lines under a label give. */
export function fieldsOfLabel(value: LabelledValue): readonly FoundField[] {
  if (value.lines.length === 0) return []
  switch (value.means) {
    case 'sender':
    case 'receiver':
    case 'carrier':
      return partyFields(value.means, value.lines, value.certainty, value.hints)
    case 'pickup':
    case 'delivery':
      return stopFields(value.means, value.lines, value.certainty)
    case 'pickup_times':
    case 'delivery_times':
      return times(value)
    case 'cash_on_delivery':
      return money(value, 'cod_amount', 'cod_currency')
    case 'declared_value':
      return money(value, 'declared_value', 'declared_value_currency')
    case 'un_number':
      return [...simple(value), ...danger(value)]
    default:
      return simple(value)
  }
}

const words: Reader = (text) =>
  /[\p{L}\p{N}]/u.test(text) ? { value: text, source: text, plausibility: 1 } : undefined
const code: Reader = (text) => {
  const value = text.replace(/^[\s:#]+|[\s.,;]+$/g, '')
  if (!/\d/.test(value) || value.length > 40) return undefined
  return { value, source: value, plausibility: value.split(' ').length > 3 ? 0.7 : 1 }
}
const weight: Reader = (text, { caption, hints }) => {
  const found = values.readWeight(text, {
    ...hints,
    unitOfCaption: /\bt(?:on|\b)/i.test(caption) ? 't' : 'kg',
  })
  const saysUnit = /k[gq]|kilo|\bt\b|ton/i.test(`${caption} ${text}`)
  return found && { ...found, plausibility: found.plausibility * (saysUnit ? 1 : 0.93) }
}

// By what the label says: the field, and how its value is read.
const readers: Readonly<Partial<Record<Meaning, readonly [FieldName, Reader]>>> = {
  pickup_date: ['pickup_date', (text, { hints }) => values.readDate(text, hints)],
  delivery_date: ['delivery_date', (text, { hints }) => values.readDate(text, hints)],
  issue_date: ['issue_date', (text, { hints }) => values.readDate(text, hints)],
  issue_place: ['issue_place', words],
  reference: ['reference', code],
  goods: ['goods_description', words],
  packages: ['goods_packages', (text) => values.readPackageCount(text)],
  packing: ['goods_packaging', (text) => values.readPackaging(text)],
  weight: ['goods_weight_kg', weight],
  volume: [
    'goods_volume_m3',
    (text, { hints }) => values.readVolume(text, { ...hints, unitOfCaption: 'm3' }),
  ],
  marks: ['goods_marks', words],
  hs_code: ['goods_hs_code', (text) => values.readHsCode(text)],
  un_number: ['goods_un_number', (text) => values.readUnNumber(text)],
  adr_class: ['goods_adr_class', (text) => values.readAdrClass(text)],
  packing_group: ['goods_packing_group', (text) => values.readPackingGroup(text)],
  temperature: ['goods_temperature', (text) => values.readTemperature(text)],
  vehicle: ['vehicle_plate', (text) => values.readPlate(text)],
  trailer: ['trailer_plate', (text) => values.readPlate(text)],
  driver: ['driver_name', (text) => (/[\d:]/.test(text) || text.length > 60 ? undefined : plainName(text))],
  driver_phone: ['driver_phone', (text) => certain(values.readPhone(text))],
  licence: ['carrier_license_number', code],
  seals: ['seal_numbers', (text) => values.readSeals(text)],
  documents: ['documents', listed],
  instructions: ['instructions', words],
  notes: ['notes', words],
  agreements: ['special_agreements', words],
}

function simple(value: LabelledValue): readonly FoundField[] {
  const [name, read] = readers[value.means] ?? []
  if (name === undefined || read === undefined) return []
  const text = value.lines.map((line) => line.text).join(' ')
  const found = read(text, value)
  if (found === undefined) return []
  const field = fieldOf(name, found, value.lines, value.certainty)
  return value.means === 'vehicle' ? [field, ...drawn(text, value)] : [field]
}

/** The trailer's plate behind the vehicle's, as `1234 BCD / R-5678-BBC`. */
function drawn(text: string, { lines, certainty }: LabelledValue): readonly FoundField[] {
  const trailer = values.readPlates(text)?.trailer
  return trailer === undefined ? [] : [fieldOf('trailer_plate', trailer, lines, certainty)]
}

// A number that stands under a label for telephones is one.
const certain = (found: values.FoundValue<string> | undefined): Found =>
  found && { ...found, plausibility: Math.max(found.plausibility, 0.97) }

const plainName = (text: string): Found => ({ value: text, source: text, plausibility: 1 })

function listed(text: string): Found {
  const value = text.split(/\s*[,;]\s*/).filter((each) => each !== '')
  return value.length === 0 ? undefined : { value, source: text, plausibility: 0.95 }
}

function times({ means, lines, certainty }: LabelledValue): readonly FoundField[] {
  const found = values.readTimeWindow(lines.map((line) => line.text).join(' '))
  if (found === undefined) return []
  const which = means === 'pickup_times' ? 'pickup' : 'delivery'
  return (['from', 'to'] as const).flatMap((end) => {
    const value = found.value[end]
    return value === null ? [] : [fieldOf(`${which}_time_${end}`, { ...found, value }, lines, certainty)]
  })
}

function money(
  { lines, certainty, hints }: LabelledValue,
  name: 'cod_amount' | 'declared_value',
  currencyName: 'cod_currency' | 'declared_value_currency',
): readonly FoundField[] {
  const found = values.readMoney(lines.map((line) => line.text).join(' '), hints)
  if (found === undefined) return []
  const { amount, currency } = found.value
  const field = fieldOf(name, { ...found, value: amount }, lines, certainty)
  return currency === null
    ? [field]
    : [field, fieldOf(currencyName, { ...found, value: currency }, lines, certainty)]
}

function danger({ lines, certainty }: LabelledValue): readonly FoundField[] {
  const found = values.readUnNumber(lines.map((line) => line.text).join(' '))
  return found === undefined ? [] : [fieldOf('goods_dangerous', { ...found, value: true }, lines, certainty)]
}
