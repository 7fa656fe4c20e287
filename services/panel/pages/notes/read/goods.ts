import { fieldLabel, type Language } from '@ecmr/contract'
import type { EcmrFields, FieldName } from '@ecmr/domain'
import type { Formats } from '../../../texts/formats.js'
import { type Shown, withinRoom } from '../shared/brief.js'
import { roleLabels } from '../shared/labels.js'
import { readTexts } from './texts.js'
import { amountOf, valueText } from './values.js'

const ROOM_FOR_ITEMS = 25_000
const ROOM_FOR_OTHERS = 8_000

/** The goods in the columns of boxes 6 to 12 of the form, and what else is said of them. */
export interface GoodsView {
  /** of the consignment as a whole */
  readonly whole: readonly string[]
  readonly items: Shown<readonly string[]>
  /** sentences that have no column */
  readonly remarks: readonly string[]
  readonly dangers: readonly string[]
}

/** @param from place of the first item to show, from 0 */
export function goodsView(fields: EcmrFields, language: Language, f: Formats, from: number): GoodsView {
  const quantity = (value: number | undefined): string => (value === undefined ? '' : f.number(value))
  const { goods_items = [], declared_value } = fields
  const rows = goods_items.map((item) => [
    item.marks ?? '',
    quantity(item.packages),
    item.packaging ?? '',
    item.description,
    item.hs_code ?? '',
    quantity(item.weight_kg),
    quantity(item.volume_m3),
  ])
  const said = (name: FieldName): readonly string[] => {
    const value = fields[name]
    if (value === undefined || typeof value === 'object') return []
    return [`${fieldLabel(name, language)}: ${valueText(name, value, language)}`]
  }
  const declared = amountOf(declared_value, fields.declared_value_currency, language)
  return {
    whole: [
      fields.goods_marks ?? '',
      quantity(fields.goods_packages),
      fields.goods_packaging ?? '',
      fields.goods_description,
      fields.goods_hs_code ?? '',
      quantity(fields.goods_weight_kg),
      quantity(fields.goods_volume_m3),
    ],
    items: withinRoom(rows, ROOM_FOR_ITEMS, from < rows.length ? from : 0),
    remarks: [
      ...said('goods_quantity_other'),
      ...said('goods_temperature'),
      ...(declared === undefined ? [] : [`${fieldLabel('declared_value', language)}: ${declared}`]),
    ],
    dangers:
      fields.goods_dangerous === true
        ? [...said('goods_un_number'), ...said('goods_adr_class'), ...said('goods_packing_group')]
        : [],
  }
}

/** What the carriage costs and who pays it, a line each. */
export function chargeLines({ charges = [] }: EcmrFields, language: Language): Shown<string> {
  const said = readTexts[language]
  const lines = charges.map(
    ({ kind, amount, currency, payer }) =>
      `${kind}: ${amountOf(amount, currency, language)} (${said.paidBy(roleLabels[language][payer])})`,
  )
  return withinRoom(lines, ROOM_FOR_OTHERS)
}

/** The carriers that take over on the way, a line each. */
export function successiveLines({ successive_carriers = [] }: EcmrFields, language: Language): Shown<string> {
  const lines = successive_carriers.map((carrier) =>
    valueText('successive_carriers', { ...carrier }, language),
  )
  return withinRoom(lines, ROOM_FOR_OTHERS)
}
