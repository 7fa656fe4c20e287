import type { FieldName } from '@ecmr/domain'
import type { TextLine } from '../../../page/text-lines.js'
import type { FoundField } from '../../read-form.js'
import type { FoundValue } from '../../values/found-value.js'
import type { FilledBox } from '../filled-form.js'
import { foundInBox, unreadInBox } from '../found-in-box.js'
import type { GoodsRows } from '../goods-rows.js'
import { middleOf } from '../neighbours.js'

interface Read {
  readonly line: TextLine
  readonly found: FoundValue<number>
}

/** A total that the numbers above it do not make up: one of them was misread, or not read at all. */
const DOES_NOT_ADD_UP = 0.75

/**
 * The number in a column of the goods. Of several it is the total, when one is printed: named so, or the sum of those above
 * it. Without one there is none: we do not add up what the paper does not.
 */
export function goodsNumber(
  name: FieldName,
  filled: FilledBox | undefined,
  rows: GoodsRows,
  read: (text: string) => FoundValue<number> | undefined,
): readonly FoundField[] {
  if (filled === undefined) return []
  const withDigits = filled.lines.filter(({ text }) => /\d/.test(text))
  const numbers = withDigits.flatMap((line): readonly Read[] => {
    const found = read(line.text)
    return found === undefined || isTornOut(found.source, line.text) ? [] : [{ line, found }]
  })
  if (withDigits.length === 0) return []
  const chosen =
    numbers.length === withDigits.length || rows.total !== undefined ? theOne(numbers, rows) : undefined
  if (chosen === undefined) return [unreadInBox(name, filled, withDigits)]
  const { line, found } = chosen
  return [foundInBox(name, filled, [line], found, 'exact')]
}

/** Whether signs that belong to no number stick to one: then it is a piece of what was misread. */
function isTornOut(source: string, text: string): boolean {
  const at = text.indexOf(source)
  const around = `${text[at - 1] ?? ''}${text[at + source.length] ?? ''}`
  return at >= 0 && /[^\s\p{L}.,;()-]/u.test(around)
}

function theOne(numbers: readonly Read[], { starts, total }: GoodsRows): Read | undefined {
  const [only, ...more] = numbers
  if (only === undefined) return undefined
  if (more.length === 0) return starts.length > 1 ? doubtful(only, 0.7) : only
  const named = total === undefined ? undefined : numbers.findLast(({ line }) => middleOf(line.box) > total)
  const last = named ?? numbers.at(-1)
  if (last === undefined) return undefined
  const parts = numbers.filter((number) => number !== last).reduce((sum, { found }) => sum + found.value, 0)
  const addsUp = Math.abs(parts - last.found.value) < 0.006
  if (addsUp) return { ...last, found: { ...last.found, plausibility: 1 } }
  return named === undefined ? undefined : doubtful(named, DOES_NOT_ADD_UP)
}

const doubtful = ({ line, found }: Read, by: number): Read => ({
  line,
  found: { ...found, plausibility: found.plausibility * by },
})
