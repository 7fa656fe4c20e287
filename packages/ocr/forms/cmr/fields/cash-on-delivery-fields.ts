import type { FoundField } from '../../read-form.js'
import type { Hints } from '../../values/hints.js'
import { readMoney } from '../../values/money.js'
import type { FilledBox } from '../filled-form.js'
import { foundInBox, unreadInBox } from '../found-in-box.js'

/** Box 15: what the receiver pays on delivery. */
export function cashOnDeliveryFields(filled: FilledBox | undefined, hints: Hints): readonly FoundField[] {
  if (filled === undefined || filled.lines.length === 0) return []
  const text = filled.lines.map((line) => line.text).join(' ')
  const found = readMoney(text, hints)
  if (found === undefined) return /\d/.test(text) ? [unreadInBox('cod_amount', filled, filled.lines)] : []
  const { amount, currency } = found.value
  return [
    foundInBox('cod_amount', filled, filled.lines, { ...found, value: amount }, 'exact'),
    ...(currency === null
      ? []
      : [foundInBox('cod_currency', filled, filled.lines, { ...found, value: currency }, 'exact')]),
  ]
}
