import type { FieldName } from '@ecmr/domain'
import type { TextLine } from '../../../page/text-lines.js'
import type { ReadValue } from '../../../port.js'
import type { FoundField } from '../../read-form.js'
import { readAdrClass, readPackingGroup, readUnNumber } from '../../values/codes.js'
import type { FoundValue, Hints } from '../../values/found-value.js'
import type { CmrLabel } from '../cmr-captions.js'
import type { FilledBox, FilledForm } from '../filled-form.js'
import { labelLines } from '../form-labels.js'
import { foundInBox } from '../found-in-box.js'

const UN_NUMBER = /\b(?:UN|ONU)\s?(?:N[o°º]?\.?\s?)?\d{4}\b/i

/** Whether a line of the goods names a UN number. */
const namesUnNumber = (text: string): boolean => UN_NUMBER.test(text)

/** Whether a line says nothing but what is dangerous about the goods, and not what they are. */
export function isDangerLine(text: string): boolean {
  if (!namesUnNumber(text)) return /^\s*\(?ADR\)?\s*$/i.test(text)
  const rest = text.replace(UN_NUMBER, '').replace(/\b(?:ADR|GE|PG|VG|clase|class|classe|klasse)\b/gi, '')
  return !/\p{L}{4}/u.test(rest)
}

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
