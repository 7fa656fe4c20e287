import type { TextLine } from '../../page/text-lines.js'
import type { FoundField } from '../read-form.js'
import { readAdrClass, readPackingGroup, readUnNumber } from '../values/index.js'
import { fieldOf } from './found-words.js'

/** Dangerous goods as their carriage wants them told, on one line: `UN 1263, PINTURA, 3, II, (D/E)`. */
export function dangerLine(line: TextLine): readonly FoundField[] {
  if (!/(?<!\p{L})(?:UN|ONU)\s?\d{4}\s?,/u.test(line.text)) return []
  const un = readUnNumber(line.text)
  if (un === undefined) return []
  const adrClass = readAdrClass(line.text)
  const group = readPackingGroup(line.text)
  return [
    fieldOf('goods_un_number', un, [line], 1),
    fieldOf('goods_dangerous', { ...un, value: true }, [line], 1),
    ...(adrClass ? [fieldOf('goods_adr_class', adrClass, [line], 1)] : []),
    ...(group ? [fieldOf('goods_packing_group', group, [line], 1)] : []),
  ]
}
