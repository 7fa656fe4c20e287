import type { FieldName } from '@ecmr/domain'
import { bottom, right } from '../../page/line-runs.js'
import type { RecognisedWord } from '../../page/recognised-page.js'
import { boxOf, lineOf, type TextLine } from '../../page/text-lines.js'
import { fieldsOfLabel } from '../captioned/fields-of-label.js'
import type { Meaning, SeenLabel } from '../captioned/known-labels.js'
import type { MarkedLine } from '../captioned/mark-labels.js'
import { fieldOf } from '../captioned/party-fields.js'
import type { FoundField } from '../read-form.js'
import type { Hints } from '../values/index.js'
import { plainLetters } from '../values/letters.js'
import type { Column, TableHead } from './table-head.js'

/** What stands in one row of a table, by its columns. */
type TableRow = ReadonlyMap<Column, readonly TextLine[]>

interface Cell {
  readonly column: Column
  readonly line: TextLine
}

// In heights of a letter: how far a row may be from the one above.
const FARTHEST = 3.2

/** The rows under the head of a table, and the lines of the page that they are made of. */
export function tableRows(
  { columns, words }: TableHead,
  lines: readonly MarkedLine[],
): { readonly rows: readonly TableRow[]; readonly used: ReadonlySet<TextLine> } {
  const under = linesUnder(columns, lines, words)
  const rows: Map<Column, TextLine[]>[] = []
  for (const level of levelsOf(under.flatMap((line) => cellsOf(line, columns)))) {
    const last = rows.at(-1)
    const row = last === undefined || beginsRow(level) ? new Map<Column, TextLine[]>() : last
    if (row !== last) rows.push(row)
    for (const { column, line } of level.toSorted((a, b) => a.line.box.x - b.line.box.x))
      row.set(column, [...(row.get(column) ?? []), line])
  }
  return { rows, used: new Set(under) }
}

/** Lines below the head, down to a wide gap or to a label with its colon. */
function linesUnder(
  columns: readonly Column[],
  lines: readonly MarkedLine[],
  ofHead: ReadonlySet<RecognisedWord>,
): readonly TextLine[] {
  const head = boxOf(columns)
  const below = lines
    .filter(
      ({ line }) => line.box.y > head.y + head.height * 0.5 && !line.words.some((word) => ofHead.has(word)),
    )
    .toSorted((a, b) => a.line.box.y - b.line.box.y)
  const found: TextLine[] = []
  let ends = bottom(head)
  for (const { line, labels } of below) {
    if (
      line.box.y - ends > FARTHEST * line.box.height ||
      labels.some(({ label, hasColon }) => label !== undefined && (hasColon || isOfOtherThings(label)))
    )
      break
    if (isDanger(line.text) || line.box.x > right(head) + 4 * line.box.height) continue
    found.push(line)
    ends = Math.max(ends, bottom(line.box))
  }
  return found
}

/** What no row of goods says, such as the vehicle's label below the table. */
const isOfOtherThings = ({ means, certainty }: SeenLabel): boolean =>
  certainty === 1 && OTHER_THINGS.has(means)

const OTHER_THINGS: ReadonlySet<Meaning> = new Set<Meaning>([
  'sender',
  'receiver',
  'carrier',
  'pickup',
  'delivery',
  'pickup_date',
  'delivery_date',
  'issue_date',
  'issue_place',
  'vehicle',
  'trailer',
  'driver',
  'driver_phone',
  'licence',
  'seals',
  'documents',
  'instructions',
  'notes',
  'agreements',
  'cash_on_delivery',
  'declared_value',
  'temperature',
])

const isDanger = (text: string): boolean => /^UN ?\d{4}\b/.test(text)

/** A line comes apart where a word begins under a head, or ends under one, for columns may stand close to each other. */
function cellsOf(line: TextLine, columns: readonly Column[]): readonly Cell[] {
  const parts: RecognisedWord[][] = []
  let last: RecognisedWord | undefined
  for (const word of line.words) {
    const part = parts.at(-1)
    if (part === undefined || last === undefined || comesApart(last, word, columns)) parts.push([word])
    else part.push(word)
    last = word
  }
  return parts.flatMap((words) => {
    const cell = lineOf(words)
    const column = columnOf(cell, columns)
    return column === undefined ? [] : [{ column, line: cell }]
  })
}

function comesApart(before: RecognisedWord, word: RecognisedWord, columns: readonly Column[]): boolean {
  const isOneNumber = /^\d{1,3}$/.test(before.text) && /^\d{3}(?:\D|$)/.test(word.text)
  if (isOneNumber && word.box.x - right(before.box) < 1.3 * word.box.height) return false
  const near = 0.45 * word.box.height
  return columns.some(
    ({ box }) =>
      Math.abs(word.box.x - box.x) < near ||
      (Math.abs(right(before.box) - right(box)) < near &&
        word.box.x - right(before.box) > 0.4 * word.box.height),
  )
}

function columnOf({ box }: TextLine, columns: readonly Column[]): Column | undefined {
  const near = 0.6 * box.height
  const aligned =
    columns.find((column) => Math.abs(column.box.x - box.x) < near) ??
    columns.find((column) => Math.abs(right(column.box) - right(box)) < near)
  if (aligned !== undefined) return aligned
  const shared = (column: Column): number =>
    Math.min(right(column.box), right(box)) - Math.max(column.box.x, box.x)
  const [over] = columns.filter((column) => shared(column) > 0).toSorted((a, b) => shared(b) - shared(a))
  return over ?? columns.findLast((column) => column.box.x <= box.x)
}

/** Cells that stand side by side, from top to bottom. */
function levelsOf(cells: readonly Cell[]): readonly (readonly Cell[])[] {
  const levels: Cell[][] = []
  for (const cell of cells.toSorted((a, b) => a.line.box.y - b.line.box.y)) {
    const level = levels.at(-1)
    const first = level?.[0]?.line.box
    const isBeside = first !== undefined && cell.line.box.y + cell.line.box.height / 2 < bottom(first)
    if (level !== undefined && isBeside) level.push(cell)
    else levels.push([cell])
  }
  return levels
}

// A line of goods says how many or how heavy; what goes on below does not.
const beginsRow = (level: readonly Cell[]): boolean =>
  level.some(
    ({ column, line }) => /^(?:packages|weight|article|volume)$/.test(column.means) && /\d/.test(line.text),
  )

const TOTAL = /^(?:totale?s?|suma|sum|summe|gesamt|gesamtsumme|total general|grand total|somme|insgesamt)\b/

const lists: readonly (readonly [Meaning, FieldName])[] = [
  ['goods', 'goods_description'],
  ['packing', 'goods_packaging'],
  ['marks', 'goods_marks'],
]
const amounts: readonly Meaning[] = ['packages', 'weight', 'volume']

/**
 * What a table of goods says of all goods: texts of its lines one after the other, `; ` between them; numbers from the
 * line of totals, or from the only line. Nothing is added up.
 */
export function tableFields(
  columns: readonly Column[],
  rows: readonly TableRow[],
  hints: Hints,
): readonly FoundField[] {
  const named = columnOfGoods(columns, rows)
  const goods = rows.filter((row) => !isTotal(row))
  const total = rows.find(isTotal) ?? (goods.length === 1 ? goods[0] : undefined)
  const single = goods.length === 1 ? goods[0] : undefined
  return columns.flatMap((column) => {
    const list = lists.find(([means]) => means === (column === named ? 'goods' : column.means))
    if (list !== undefined) return listed(list[1], column, goods)
    const from = amounts.includes(column.means) ? total : single
    if (from === undefined || column.means === 'reference' || column.means === 'number') return []
    return fieldsOfLabel({
      means: column.means,
      caption: column.caption,
      lines: from.get(column) ?? [],
      certainty: column.certainty * 0.98,
      hints,
    })
  })
}

/** The column that names the goods; where none is called so, articles that are words, for mostly they are codes. */
function columnOfGoods(columns: readonly Column[], rows: readonly TableRow[]): Column | undefined {
  const areWords = (column: Column): boolean => {
    const texts = rows.map((row) => textOf(row.get(column))).filter((text) => text !== '')
    return texts.length > 0 && texts.every((text) => /\p{L}{3,}\s+\S*\p{L}{2,}/u.test(text))
  }
  return (
    columns.find(({ means }) => means === 'goods') ??
    columns.find((column) => column.means === 'article' && areWords(column))
  )
}

function listed(name: FieldName, column: Column, rows: readonly TableRow[]): readonly FoundField[] {
  const lines = rows.flatMap((row) => row.get(column) ?? [])
  const texts = rows.map((row) => textOf(row.get(column))).filter((text) => /[\p{L}\p{N}]/u.test(text))
  if (texts.length === 0) return []
  const value = [...new Set(texts)].join('; ')
  const source = lines.map(({ text }) => text).join('\n')
  return [
    fieldOf(
      name,
      { value, source, plausibility: texts.length === rows.length ? 1 : 0.8 },
      lines,
      column.certainty,
    ),
  ]
}

const textOf = (lines: readonly TextLine[] = []): string => lines.map(({ text }) => text).join(' ')

const isTotal = (row: TableRow): boolean =>
  Array.from(row.values()).some((lines) => TOTAL.test(plainLetters(textOf(lines))))
