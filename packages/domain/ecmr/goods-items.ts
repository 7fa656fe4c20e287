import type { EcmrFields } from './fields.js'

type GoodsItem = NonNullable<EcmrFields['goods_items']>[number]

/** Whether the goods are listed item by item and each item says this of itself. */
export function everyItemHas(member: keyof GoodsItem): (fields: EcmrFields) => boolean {
  return ({ goods_items = [] }) =>
    goods_items.length > 0 && goods_items.every((item) => item[member] !== undefined)
}
