import type { FieldName } from '@ecmr/domain'
import type { RecognisedPage } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import type { ReadValue } from '../../port.js'
import type { FoundField, ReadForm } from '../read-form.js'
import type { WordRow } from './goods-head.js'
import { type FoundGoodsTable, type GoodsLine, goodsOf } from './goods-of.js'

const texts = [
  ['description', 'goods_description'],
  ['packaging', 'goods_packaging'],
  ['marks', 'goods_marks'],
] as const satisfies readonly (readonly [keyof GoodsLine, FieldName])[]
const amounts = [
  ['packages', 'goods_packages'],
  ['weight_kg', 'goods_weight_kg'],
  ['volume_m3', 'goods_volume_m3'],
] as const satisfies readonly (readonly [keyof GoodsLine, FieldName])[]

/**
 * A form with what its table of goods says: its lines, and the values of all goods together in place of those that the form has. Of
 * several lines texts stand one after the other, `; ` between them, equal ones once; numbers are those of the row of totals. Nothing
 * is added up. The CMR form keeps its own: its boxes are read as such.
 */
export function withGoods(page: RecognisedPage, form: ReadForm): ReadForm {
  if (form.documentType === 'cmr') return form
  const table = goodsOf(page, form.language)
  if (table === undefined) return form
  const fields = fieldsOfTable(table)
  const names = new Set(fields.map(({ name }) => name))
  return {
    ...form,
    fields: [...form.fields.filter(({ name }) => !names.has(name)), ...fields],
    goods: table.lines,
  }
}

function fieldsOfTable({ lines, total }: FoundGoodsTable): readonly FoundField[] {
  const [first] = lines
  const single = lines.length === 1 ? first : undefined
  const code = single?.line.hs_code
  return [
    ...texts.flatMap(([member, name]) => {
      const values = lines.flatMap(({ line }) => line[member] ?? [])
      const words = lines.flatMap((each) => each.words[member] ?? [])
      const whole = values.length === lines.length ? CERTAIN : CERTAIN * 0.8
      return values.length === 0 ? [] : [fieldOf(name, [...new Set(values)].join('; '), words, whole)]
    }),
    ...amounts.flatMap(([member, name]) => {
      const value = total?.[member] ?? single?.line[member]
      const words = (total?.[member] === undefined ? single : total)?.words[member] ?? []
      return value === undefined ? [] : [fieldOf(name, value, words, agreement(lines, member, value))]
    }),
    ...(code === undefined ? [] : [fieldOf('goods_hs_code', code, single?.words.hs_code ?? [], CERTAIN)]),
  ]
}

// Some tables are no lists of goods.
const CERTAIN = 0.97

/** How sure a total is: more when it is the sum of the lines, less when it is another. */
function agreement(
  lines: FoundGoodsTable['lines'],
  member: 'packages' | 'weight_kg' | 'volume_m3',
  total: number,
): number {
  const sum = lines.reduce((all, { line }) => all + (line[member] ?? 0), 0)
  return Math.abs(sum - total) < 0.011 * lines.length ? 1 : 0.85 * CERTAIN
}

function fieldOf(name: FieldName, value: ReadValue, words: WordRow, certainty: number): FoundField {
  return {
    name,
    value,
    confidence: certainty * Math.min(1, ...words.map(({ confidence }) => confidence)),
    cmrBox: null,
    sourceText: words.map(({ text }) => text).join(' '),
    box: words.length === 0 ? null : boxOf(words),
  }
}
