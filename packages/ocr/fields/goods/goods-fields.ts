import type { FieldName } from '@ecmr/domain'
import { boxOf } from '../../page/text-lines.js'
import type { ReadValue } from '../../port.js'
import type { FoundField } from '../read-form.js'
import type { ReadMember } from './goods-line.js'
import { agreesWith, type FoundGoodsTable } from './goods-of.js'

const texts = [
  ['description', 'goods_description'],
  ['packaging', 'goods_packaging'],
  ['marks', 'goods_marks'],
] as const
const amounts = [
  ['packages', 'goods_packages'],
  ['weight_kg', 'goods_weight_kg'],
  ['volume_m3', 'goods_volume_m3'],
] as const
const ofOneLine = [
  ['hs_code', 'goods_hs_code'],
  ['un_number', 'goods_un_number'],
] as const

// Some tables are no lists of goods.
const CERTAIN = 0.97
const IF_SOME_ARE_WITHOUT = 0.8
const IF_IT_DOES_NOT_ADD_UP = 0.85

/**
 * What a table of goods says of all goods together. Of several lines texts stand one after the other, `; ` between them, equal ones
 * once; numbers are those of the row of totals, surer where the lines add up to them and less sure where they do not. Nothing is
 * added up.
 */
export function goodsFields({ lines, total }: FoundGoodsTable): readonly FoundField[] {
  const all = lines.map(({ members }) => members)
  const single = all.length === 1 ? all[0] : undefined
  return [
    ...texts.flatMap(([member, name]) => {
      const own = all.flatMap((members) => members[member] ?? [])
      const value = [...new Set(own.map((each) => String(each.value)))].join('; ')
      const whole = own.length === lines.length ? CERTAIN : CERTAIN * IF_SOME_ARE_WITHOUT
      return own.length === 0 ? [] : [fieldFrom(name, value, own, whole)]
    }),
    ...amounts.flatMap(([member, name]) => {
      const own = total?.[member] ?? single?.[member]
      if (own === undefined) return []
      const addsUp = agreesWith(all, total, member)
      const certainty = addsUp
        ? 1
        : addsUp === false && all.length > 1
          ? IF_IT_DOES_NOT_ADD_UP * CERTAIN
          : CERTAIN
      return [fieldFrom(name, own.value, [own], certainty)]
    }),
    ...ofOneLine.flatMap(([member, name]) => {
      const own = single?.[member]
      return own === undefined ? [] : [fieldFrom(name, own.value, [own], CERTAIN)]
    }),
    ...(single?.un_number ? [fieldFrom('goods_dangerous', true, [single.un_number], CERTAIN)] : []),
  ]
}

function fieldFrom(
  name: FieldName,
  value: ReadValue,
  from: readonly ReadMember[],
  certainty: number,
): FoundField {
  const words = from.flatMap((member) => member.words)
  const sure = certainty === 1 ? 1 : Math.min(1, ...from.map((member) => member.sure))
  return {
    name,
    value,
    confidence: certainty * sure,
    cmrBox: null,
    sourceText: words.map(({ text }) => text).join(' '),
    box: words.length === 0 ? null : boxOf(words),
  }
}
