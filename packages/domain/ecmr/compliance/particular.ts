import type { EcmrFields, FieldName } from '../fields.js'

/** Who has to provide a particular: CMR art. 7.1 names sender and carrier, FOM/2861/2012 art. 7 contracting shipper and carrier. */
export type Responsible = 'sender' | 'shipper' | 'carrier'

/** A particular that a regime asks for. */
export interface Particular {
  /** the field to fill in */
  readonly field: FieldName
  /** where the regime asks for it */
  readonly article: string
  /** the letter of the Spanish control document */
  readonly letter?: DecaLetter
  readonly responsible: Responsible
  /** other ways to fulfil it than its field, or not to need it at all */
  readonly unless?: (fields: EcmrFields) => boolean
}

/** Letters of FOM/2861/2012 art. 6 as of RD 70/2019. */
export const decaLetters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
export type DecaLetter = (typeof decaLetters)[number]

type GoodsItem = NonNullable<EcmrFields['goods_items']>[number]

/** Whether the goods are listed item by item and each item says this of itself. */
export function everyItemHas(member: keyof GoodsItem): (fields: Pick<EcmrFields, 'goods_items'>) => boolean {
  return ({ goods_items = [] }) =>
    goods_items.length > 0 && goods_items.every((item) => item[member] !== undefined)
}

/** The weight, or another magnitude instead of it, of the goods or of each item. */
export function isMeasured(fields: EcmrFields): boolean {
  return fields.goods_quantity_other !== undefined || everyItemHas('weight_kg')(fields)
}
