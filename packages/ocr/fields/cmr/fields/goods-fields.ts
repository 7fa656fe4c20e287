import type { FieldName } from '@ecmr/domain'
import type { TextLine } from '../../../page/text-lines.js'
import type { ReadValue } from '../../../port.js'
import type { FoundField } from '../../read-form.js'
import { readPackageCount, readVolume, readWeight } from '../../values/amounts.js'
import { readAdrClass, readHsCode, readPackingGroup, readUnNumber } from '../../values/codes.js'
import type { FoundValue, Hints } from '../../values/found-value.js'
import type { FilledBox, FilledForm } from '../filled-form.js'
import { labelLines } from '../form-labels.js'
import { middleOf } from '../form-rules.js'
import { foundInBox, textInBox, textOf, unreadInBox } from '../found-in-box.js'

/** Where the lines of goods begin, from the top of the page, and where their total stands. */
interface GoodsRows {
  readonly starts: readonly number[]
  /** undefined: none is printed */
  readonly total: number | undefined
}

/** How far a text may stand above the numbers of its row, in heights of a line. */
const ABOVE = 0.7

/** Each number of packages, or each weight, begins a row; what a row is short of does not matter. */
function goodsRows({ boxes, totals }: FilledForm): GoodsRows {
  const numbers = ([7, 11, 12] as const)
    .map((box) => (boxes.get(box)?.lines ?? []).filter(({ text }) => /\d/.test(text)))
    .reduce((most, lines) => (lines.length > most.length ? lines : most), [])
  const total = numbers.find(({ box }) =>
    totals.some((words) =>
      words.some((word) => Math.abs(middleOf(word.box) - middleOf(box)) < 0.8 * box.height),
    ),
  )
  return {
    starts: numbers.filter((line) => line !== total).map(({ box }) => box.y - ABOVE * box.height),
    total: total === undefined ? undefined : total.box.y - ABOVE * total.box.height,
  }
}

/** The texts of each row: its lines joined with a space. Whatever stands above the first row belongs to it. */
function textsOfRows({ starts }: GoodsRows, lines: readonly TextLine[]): readonly string[] {
  const rows = new Map<number, string[]>()
  for (const { box, text } of lines) {
    const row = Math.max(
      0,
      starts.findLastIndex((start) => middleOf(box) > start),
    )
    rows.set(row, [...(rows.get(row) ?? []), text])
  }
  return [...rows].toSorted(([one], [other]) => one - other).map(([, texts]) => texts.join(' '))
}

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
function goodsNumber(
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

/** Boxes 6 to 12: the goods. */
export function goodsFields(form: FilledForm, hints: Hints): readonly FoundField[] {
  const rows = goodsRows(form)
  const box = (number: 6 | 7 | 8 | 9 | 10 | 11 | 12): FilledBox | undefined => form.boxes.get(number)
  return [
    ...rowTexts('goods_marks', box(6), rows, hints),
    ...goodsNumber('goods_packages', box(7), rows, (text) => readPackageCount(text)),
    ...rowTexts('goods_packaging', box(8), rows, hints),
    ...rowTexts('goods_description', box(9), rows, hints, (line) => !isDangerLine(line.text)),
    ...code(box(10)),
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
  return [textInBox(name, filled, lines, hints, value)]
}

/** Of several codes none is the one of the consignment. */
function code(filled: FilledBox | undefined): readonly FoundField[] {
  if (filled === undefined) return []
  const lines = filled.lines.filter(({ text }) => /\d/.test(text))
  const [line, ...more] = lines
  if (line === undefined) return []
  const found = more.length === 0 ? readHsCode(line.text) : undefined
  if (found === undefined) return [unreadInBox('goods_hs_code', filled, lines)]
  const isWhole = textOf(lines).trim() === found.source.trim()
  return [
    foundInBox('goods_hs_code', filled, [line], isWhole ? found : { ...found, plausibility: 0.7 }, 'exact'),
  ]
}

const UN_NUMBER = /\b(?:UN|ONU)\s?(?:N[o°º]?\.?\s?)?\d{4}\b/i

/** Whether a line of the goods names a UN number. */
const namesUnNumber = (text: string): boolean => UN_NUMBER.test(text)

/** Whether a line says nothing but what is dangerous about the goods, and not what they are. */
function isDangerLine(text: string): boolean {
  if (!namesUnNumber(text)) return /^\s*\(?ADR\)?\s*$/i.test(text)
  const rest = text.replace(UN_NUMBER, '').replace(/\b(?:ADR|GE|PG|VG|clase|class|classe|klasse)\b/gi, '')
  return !/\p{L}{4}/u.test(rest)
}

const parts = [
  ['goods_un_number', 'un_number', readUnNumber],
  ['goods_adr_class', 'adr_class', readAdrClass],
  ['goods_packing_group', 'packing_group', readPackingGroup],
] as const

/** What is dangerous about the goods: among them in box 9, or in the line of the form that is kept for it. */
export function dangerFields(form: FilledForm): readonly FoundField[] {
  const goods = form.boxes.get(9)
  if (goods === undefined) return []
  const listed = goods.lines.filter(({ text }) => namesUnNumber(text))
  const labels = [...form.labels, ...[...form.boxes.values()].flatMap((box) => box.labels)]
  const fields = parts.flatMap(([name, label, read]) => {
    const own = labels.filter((each) => each.label === label).flatMap(labelLines)
    return firstRead(name, goods, [...own, ...listed], read)
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
