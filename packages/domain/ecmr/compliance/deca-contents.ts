import type { EcmrFields, FieldName } from '../fields.js'
import { type DecaLetter, decaLetters, everyItemHas, isMeasured, type Particular } from './particular.js'

/**
 * What the Spanish control document must contain (Orden FOM/2861/2012 art. 6, letters as of RD 70/2019), and who answers for
 * it (art. 7 as of Orden TRM/282/2026): the contracting shipper for a to d, the carrier for e to g. A permit and a trailer are part
 * of it only where they are used, which only the carrier knows, so they are never missing.
 */
export const decaContents: readonly Particular[] = [
  asked('a', 'contractual_shipper_company_name', senderIsShipper),
  asked(
    'a',
    'contractual_shipper_tax_id',
    (fields) => senderIsShipper(fields) && fields.sender_tax_id !== undefined,
  ),
  asked('a', 'contractual_shipper_address', senderIsShipper),
  asked('b', 'carrier_company_name'),
  asked('b', 'carrier_tax_id'),
  asked('c', 'pickup_city', ({ pickup_address }) => pickup_address === undefined),
  asked('c', 'delivery_city', ({ delivery_address }) => delivery_address === undefined),
  asked('d', 'goods_description'),
  asked('d', 'goods_weight_kg', isMeasured),
  asked('f', 'pickup_date'),
  asked('g', 'vehicle_plate'),
]

function asked(letter: DecaLetter, field: FieldName, unless?: Particular['unless']): Particular {
  return {
    field,
    article: articleOf(letter),
    letter,
    responsible: letter <= 'd' ? 'shipper' : 'carrier',
    ...(unless && { unless }),
  }
}

function articleOf(letter: DecaLetter): string {
  return `FOM/2861/2012 6.${letter}`
}

/** Unless another one is named, the sender is the contracting shipper, with its name and address. */
export function senderIsShipper({ contractual_shipper_company_name }: EcmrFields): boolean {
  return contractual_shipper_company_name === undefined
}

/** A letter of the control document as this note fills it. */
export interface DecaLetterContents {
  readonly letter: DecaLetter
  readonly article: string
  /** what stands there, in one line; null when nothing does */
  readonly value: string | null
  readonly state: 'given' | 'missing' | 'not_used'
  /** letter h: each party answers for what it adds */
  readonly responsible: 'shipper' | 'carrier' | 'both'
}

/** The document letter by letter. */
export function decaLettersOf(
  fields: EcmrFields,
  missing: readonly { readonly letter?: DecaLetter }[],
): readonly DecaLetterContents[] {
  return decaLetters.map((letter) => {
    const value = contentsOf(letter, fields) || null
    const isMissing = missing.some((item) => item.letter === letter)
    return {
      letter,
      article: articleOf(letter),
      value,
      state: isMissing ? 'missing' : value === null ? 'not_used' : 'given',
      responsible: letter === 'h' ? 'both' : letter <= 'd' ? 'shipper' : 'carrier',
    }
  })
}

function contentsOf(letter: DecaLetter, fields: EcmrFields): string | undefined {
  switch (letter) {
    case 'a':
      return senderIsShipper(fields)
        ? joined(
            fields.sender_company_name,
            fields.sender_tax_id ?? fields.contractual_shipper_tax_id,
            fields.sender_address,
            fields.sender_city,
          )
        : joined(
            fields.contractual_shipper_company_name,
            fields.contractual_shipper_tax_id,
            fields.contractual_shipper_address,
            fields.contractual_shipper_city,
          )
    case 'b':
      return joined(fields.carrier_company_name, fields.carrier_tax_id)
    case 'c':
      return `${originOf(fields)} → ${destinationOf(fields)}`
    case 'd':
      return joined(fields.goods_description, measureOf(fields))
    case 'e':
      return fields.special_permit_number
    case 'f':
      return fields.pickup_date
    case 'g':
      return joined(fields.vehicle_plate, fields.trailer_plate)
    case 'h':
      return fields.notes
  }
}

function originOf(fields: EcmrFields): string {
  if (fields.pickup_address === undefined && fields.pickup_city === undefined)
    return joined(fields.sender_address, fields.sender_city)
  return joined(fields.pickup_address, fields.pickup_city)
}

function destinationOf(fields: EcmrFields): string {
  if (fields.delivery_address === undefined && fields.delivery_city === undefined)
    return joined(fields.receiver_address, fields.receiver_city)
  return joined(fields.delivery_address, fields.delivery_city)
}

function measureOf({
  goods_weight_kg,
  goods_quantity_other,
  goods_items = [],
}: EcmrFields): string | undefined {
  if (goods_weight_kg !== undefined) return `${goods_weight_kg} kg`
  if (goods_quantity_other !== undefined) return goods_quantity_other
  if (!everyItemHas('weight_kg')({ goods_items })) return undefined
  const sum = goods_items.reduce((total, { weight_kg = 0 }) => total + weight_kg, 0)
  // Binary fractions add up to digits that stand on no item.
  return `${Number(sum.toFixed(3))} kg`
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(', ')
}
