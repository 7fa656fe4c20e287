import { isTaxId } from '../../tax-schemes.js'
import type { EcmrFields, FieldName } from '../fields.js'
import { senderIsShipper } from './deca-contents.js'
import type { DecaLetter, Responsible } from './particular.js'
import type { Regimes } from './regimes.js'

/** Something that a note says and that is probably wrong, or that it should say so that the regime is known. Never a refusal. */
export interface Doubt {
  readonly field: FieldName
  readonly article: string
  readonly letter?: DecaLetter
  readonly responsible: Responsible
  readonly severity: 'doubtful' | 'info'
  readonly reason: 'tax_id' | 'plate' | 'contradicts' | 'unclear'
}

// The same objects for every note, so that what is derived from one, as its sentence, can be kept with it.
const regimeDoubts = {
  cmr: doubtsAbout({ article: 'CMR 1.1', responsible: 'sender' }),
  deca: doubtsAbout({ article: 'FOM/2861/2012 2', responsible: 'shipper' }),
}

function doubtsAbout(asks: Pick<Doubt, 'article' | 'responsible'>) {
  const unclear = (field: FieldName): Doubt => ({ field, ...asks, severity: 'info', reason: 'unclear' })
  const contradicts: Doubt = { field: 'transport_type', ...asks, severity: 'doubtful', reason: 'contradicts' }
  return { contradicts, pickup: unclear('pickup_country'), delivery: unclear('delivery_country') }
}

/** What is doubtful about the carriage itself: which regime governs it. */
export function doubtsOnRegime(
  regime: 'cmr' | 'deca',
  regimes: Regimes,
  fields: EcmrFields,
): readonly Doubt[] {
  const { contradicts, pickup, delivery } = regimeDoubts[regime]
  if (regimes.contradicts) return [contradicts]
  if (regimes[regime] !== 'unknown') return []
  const found: Doubt[] = []
  if ((fields.pickup_country ?? fields.sender_country) === undefined) found.push(pickup)
  if ((fields.delivery_country ?? fields.receiver_country) === undefined) found.push(delivery)
  return found
}

const taxId = (field: FieldName, letter: 'a' | 'b'): Doubt => ({
  field,
  article: `FOM/2861/2012 6.${letter}`,
  letter,
  responsible: 'shipper',
  severity: 'doubtful',
  reason: 'tax_id',
})
const plate = (field: FieldName): Doubt => ({
  field,
  article: 'FOM/2861/2012 6.g',
  letter: 'g',
  responsible: 'carrier',
  severity: 'doubtful',
  reason: 'plate',
})

/** What may be wrong in the control document, with its check. */
const checks: readonly (readonly [Doubt, (fields: EcmrFields) => boolean])[] = [
  [
    taxId('contractual_shipper_tax_id', 'a'),
    (fields) => isPlausibleTaxId(fields.contractual_shipper_tax_id, fields.contractual_shipper_country),
  ],
  [
    taxId('sender_tax_id', 'a'),
    (fields) => !senderIsShipper(fields) || isPlausibleTaxId(fields.sender_tax_id, fields.sender_country),
  ],
  [taxId('carrier_tax_id', 'b'), (fields) => isPlausibleTaxId(fields.carrier_tax_id, fields.carrier_country)],
  [plate('vehicle_plate'), (fields) => isPlausiblePlate(fields.vehicle_plate, fields.vehicle_country)],
  [plate('trailer_plate'), (fields) => isPlausiblePlate(fields.trailer_plate, fields.vehicle_country)],
]

/** What is doubtful in the contents of the control document: check digits of tax identifications, and forms of plates. */
export function doubtsOnDeca(fields: EcmrFields): readonly Doubt[] {
  return checks.filter(([, isPlausible]) => !isPlausible(fields)).map(([doubt]) => doubt)
}

function isPlausibleTaxId(id: string | undefined, country: string | undefined): boolean {
  return id === undefined || isTaxId(id, country) !== false
}

/** Spanish ones of today, of trailers and special vehicles, and those of before 2000, without blanks and dashes. */
const SPANISH_PLATE = /^(?:[A-Z]?\d{4}[BCDFGHJKLMNPRSTVWXYZ]{3}|[A-Z]{1,2}\d{4,6}[A-Z]{0,2})$/
const PLATE = /^(?=.*\d)[\p{L}\d]{4,12}$/u

/** One plate, or several with commas, slashes or plus signs between them. */
function isPlausiblePlate(plates: string | undefined, country: string | undefined): boolean {
  if (plates === undefined) return true
  const form = country === 'ES' ? SPANISH_PLATE : PLATE
  return plates
    .toUpperCase()
    .split(/[,;/+]/)
    .map((plate) => plate.replace(/[\s.-]/g, ''))
    .every((plate) => plate === '' || form.test(plate))
}
