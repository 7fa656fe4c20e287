import type { Role } from './events.js'
import type { EcmrFields, FieldName } from './fields.js'

/** A particular that a legal regime asks for and the note does not have. */
export interface MissingItem {
  /** the field to fill in */
  readonly field: FieldName
  /** where the regime asks for it */
  readonly article: string
  /** who has to provide it */
  readonly responsible: Role
}

/** A line of a regime's table. */
export interface Particular extends MissingItem {
  /** other ways to fulfil it than its field, or not to need it at all */
  readonly unless?: (fields: EcmrFields) => boolean
}

type GoodsItem = NonNullable<EcmrFields['goods_items']>[number]

/** Whether the goods are listed item by item and each item says this of itself. */
export function everyItemHas(member: keyof GoodsItem): (fields: EcmrFields) => boolean {
  return ({ goods_items = [] }) =>
    goods_items.length > 0 && goods_items.every((item) => item[member] !== undefined)
}
