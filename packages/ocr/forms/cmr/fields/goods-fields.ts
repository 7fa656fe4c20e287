import type { FieldName } from '@ecmr/domain'
import type { TextLine } from '../../../page/text-lines.js'
import { likelihoodOfWriting } from '../../doubtful-writing.js'
import type { FoundField } from '../../read-form.js'
import type { Hints } from '../../values/hints.js'
import { readHsCode } from '../../values/hs-code.js'
import { readPackageCount } from '../../values/package-count.js'
import { readVolume } from '../../values/volume.js'
import { readWeight } from '../../values/weight.js'
import { isDangerLine } from '../danger-line.js'
import type { FilledBox, FilledForm } from '../filled-form.js'
import { foundInBox, unreadInBox } from '../found-in-box.js'
import { type GoodsRows, goodsRows, textsOfRows } from '../goods-rows.js'
import { goodsNumber } from './goods-number.js'

/** Boxes 6 to 12: the goods. */
export function goodsFields(form: FilledForm, hints: Hints): readonly FoundField[] {
  const rows = goodsRows(form)
  const box = (number: 6 | 7 | 8 | 9 | 10 | 11 | 12): FilledBox | undefined => form.boxes.get(number)
  return [
    ...rowTexts('goods_marks', box(6), rows, hints),
    ...goodsNumber('goods_packages', box(7), rows, (text) => readPackageCount(text, hints)),
    ...rowTexts('goods_packaging', box(8), rows, hints),
    ...rowTexts('goods_description', box(9), rows, hints, (line) => !isDangerLine(line.text)),
    ...code(box(10), hints),
    ...goodsNumber('goods_weight_kg', box(11), rows, (text) =>
      readWeight(text, { ...hints, unitOfCaption: 'kg' }),
    ),
    ...goodsNumber('goods_volume_m3', box(12), rows, (text) =>
      readVolume(/m/i.test(text) ? text : `${text} m³`, hints),
    ),
  ]
}

/** The texts of several rows stand behind each other, equal ones once. */
function rowTexts(
  name: FieldName,
  filled: FilledBox | undefined,
  rows: GoodsRows,
  hints: Hints,
  counts: (line: TextLine) => boolean = () => true,
): readonly FoundField[] {
  const lines = (filled?.lines ?? []).filter((line) => /[\p{L}\p{N}]/u.test(line.text) && counts(line))
  if (filled === undefined || lines.length === 0) return []
  const value = [...new Set(textsOfRows(rows, lines))].join('; ')
  const source = lines.map(({ text }) => text).join(' ')
  return [
    foundInBox(
      name,
      filled,
      lines,
      { value, source, plausibility: likelihoodOfWriting(source, hints) },
      'text',
    ),
  ]
}

/** Of several codes none is the one of the consignment. */
function code(filled: FilledBox | undefined, hints: Hints): readonly FoundField[] {
  if (filled === undefined) return []
  const lines = filled.lines.filter(({ text }) => /\d/.test(text))
  const [line, ...more] = lines
  if (line === undefined) return []
  const text = lines.map((each) => each.text).join(' ')
  const found = more.length === 0 ? readHsCode(line.text, hints) : undefined
  if (found === undefined) return [unreadInBox('goods_hs_code', filled, lines)]
  const isWhole = text.trim() === found.source.trim()
  return [
    foundInBox('goods_hs_code', filled, [line], isWhole ? found : { ...found, plausibility: 0.7 }, 'exact'),
  ]
}
