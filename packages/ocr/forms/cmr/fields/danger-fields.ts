import type { FieldName } from '@ecmr/domain'
import type { TextLine } from '../../../page/text-lines.js'
import type { ReadValue } from '../../../port.js'
import type { FoundField } from '../../read-form.js'
import { readAdrClass } from '../../values/adr-class.js'
import type { FoundValue } from '../../values/found-value.js'
import type { Hints } from '../../values/hints.js'
import { readPackingGroup } from '../../values/packing-group.js'
import { readUnNumber } from '../../values/un-number.js'
import type { CmrLabel } from '../captions/cmr-part.js'
import { namesUnNumber } from '../danger-line.js'
import type { FilledBox, FilledForm } from '../filled-form.js'
import { foundInBox } from '../found-in-box.js'
import { labelLines } from '../label-lines.js'

type Read = (text: string, hints: Hints) => FoundValue<ReadValue> | undefined

const parts: readonly (readonly [FieldName, CmrLabel, Read])[] = [
  ['goods_un_number', 'un_number', readUnNumber],
  ['goods_adr_class', 'adr_class', readAdrClass],
  ['goods_packing_group', 'packing_group', readPackingGroup],
]

/** What is dangerous about the goods: among them in box 9, or in the line of the form that is kept for it. */
export function dangerFields(form: FilledForm, hints: Hints): readonly FoundField[] {
  const goods = form.boxes.get(9)
  if (goods === undefined) return []
  const listed = goods.lines.filter(({ text }) => namesUnNumber(text))
  const labels = [...form.labels, ...[...form.boxes.values()].flatMap((box) => box.labels)]
  const fields = parts.flatMap(([name, label, read]) => {
    const own = labels.filter((each) => each.label === label).flatMap(labelLines)
    return firstRead(name, goods, [...own, ...listed], (text) => read(text, hints))
  })
  const [un] = fields.filter(({ name }) => name === 'goods_un_number')
  return un === undefined ? fields : [{ ...un, name: 'goods_dangerous', value: true }, ...fields]
}

function firstRead(
  name: FieldName,
  goods: FilledBox,
  lines: readonly TextLine[],
  read: (text: string) => FoundValue<ReadValue> | undefined,
): readonly FoundField[] {
  for (const line of lines) {
    const found = read(line.text)
    if (found !== undefined) return [foundInBox(name, goods, [line], found, 'exact')]
  }
  return []
}
