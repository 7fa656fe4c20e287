import { bottom, right } from '../../page/line-runs.js'
import type { RecognisedPage, RecognisedWord, Rule } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import { readWeight } from '../values/index.js'
import { type ColumnMeaning, saysCarried, saysTotal } from './column-captions.js'
import { knownColumns } from './column-content.js'
import { cellsOf, columnEnds, type GoodsCells, type ReadColumn } from './goods-columns.js'
import {
  type GoodsColumn,
  type GoodsHead,
  goodsHeads,
  isHeadRow,
  textOf,
  type WordRow,
  wordRows,
} from './goods-head.js'
import { headless } from './headless.js'

/** A table of goods, cut into its lines and columns. */
export interface GoodsTable {
  readonly columns: readonly ReadColumn[]
  /** the right ends of all columns but the last one */
  readonly ends: readonly number[]
  readonly items: readonly GoodsCells[]
  /** the row of totals; undefined: there is none */
  readonly total: GoodsCells | undefined
  /** all words that it is made of, its head's too */
  readonly words: ReadonlySet<RecognisedWord>
}

/**
 * The table of goods on a page; undefined where there is none. Its columns are known by captions in six languages or by what stands in
 * them, with or without printed lines and even without a head. Sums, those of parts too, are no lines, nor is what is carried over.
 *
 * @param language of the paper, ISO 639-1; null: unknown
 */
export function goodsTable(
  page: Pick<RecognisedPage, 'words' | 'rules'>,
  language: string | null,
): GoodsTable | undefined {
  const rows = wordRows(page.words)
  const heads = goodsHeads(rows)
  if (heads.some(({ columns }) => columns.some(({ means }) => means === 'price'))) return undefined
  for (const head of heads) {
    const table = tableUnder(head, bodyRows(head, rows), page.rules, language)
    if (table) return table
  }
  const bare = headless(rows)
  return bare && tableUnder(bare.head, bare.body, page.rules, language)
}

function tableUnder(
  head: GoodsHead,
  body: readonly WordRow[],
  rules: readonly Rule[],
  language: string | null,
): GoodsTable | undefined {
  const ends = columnEnds(head, body.flat(), rules)
  const rows = body.map((row) => cellsOf(row, head.columns, ends))
  const sums = rows.findLast(isSum)
  const lines = rows.filter((row) => !isSum(row))
  const evidence = head.columns.map((column) => {
    const cells = lines.map((row) => textOf(row.get(column) ?? []))
    return {
      caption: column.means,
      texts: cells.filter((text) => text !== ''),
      addsUp: addsUp(cells, textOf(sums?.get(column) ?? []), language),
    }
  })
  const known = knownColumns(evidence, language)
  const columns = head.columns.map((column, place) => ({ ...column, ...(known[place] ?? NOTHING) }))
  if (!tellsGoods(columns)) return undefined
  const { items, total } = sorted(body.map((row) => cellsOf(row, columns, ends)))
  const words = new Set([...head.words, ...[...items, ...(total ? [total] : [])].flatMap(wordsOf)])
  return items.length === 0 ? undefined : { columns, ends, items, total, words }
}

const NOTHING = { means: 'other', certainty: 1 } as const

function tellsGoods(columns: readonly ReadColumn[]): boolean {
  const all = new Set(columns.map(({ means }) => means))
  const amounts = ['packages', 'weight', 'volume', 'packing'] as const
  const telling = amounts.filter((each) => all.has(each))
  return all.has('description') && telling.length >= 2
}

// In heights of a letter: how far a row may be from the one above.
const FARTHEST = 3.4

/** Rows below the head, down to a wide gap, to a caption with its colon, or to other captions. */
function bodyRows(head: GoodsHead, rows: readonly WordRow[]): readonly WordRow[] {
  const box = boxOf(head.columns)
  const below = rows
    .map((row) => row.filter((word) => !head.words.has(word)))
    .filter((row) => row.length > 0 && boxOf(row).y > box.y + box.height / 2)
  const found: WordRow[] = []
  let end = head.bottom
  for (const row of below) {
    const { y, height } = boxOf(row)
    if (y - end > FARTHEST * height || isNoGoods(row, head)) break
    found.push(row)
    end = bottom(boxOf(row))
  }
  return found
}

const TEXTS: ReadonlySet<ColumnMeaning | undefined> = new Set([
  'description',
  'packing',
  'marks',
  'article',
  'other',
])

/** Whether a row tells no goods: no number stands under a head of numbers, but what has a colon, or are captions, or names dangerous goods. */
function isNoGoods(row: WordRow, { columns }: GoodsHead): boolean {
  const tells = row.some(
    ({ text, box }) =>
      /\d/.test(text) &&
      columns.some(
        (column) =>
          !TEXTS.has(column.means) &&
          box.x < right(column.box) + box.height &&
          right(box) > column.box.x - box.height,
      ),
  )
  const says = textOf(row)
  if (/^UN ?\d{4}\b/.test(says)) return true
  return (!tells && (textOf(row.slice(0, 4)).includes(':') || isHeadRow(row))) || /^\S+ ?:/.test(says)
}

const MOST_WORDS_OF_SUM = 4

/** Whether a row tells sums: what it says besides numbers is that. */
function isSum(cells: ReadonlyMap<GoodsColumn, WordRow>): boolean {
  const said = Array.from(cells.values(), textOf).filter(
    (text) => /\p{L}{3}/u.test(text) && !/^\d/.test(text),
  )
  const [first = ''] = said
  return (
    said.length === 1 &&
    first.split(' ').length <= MOST_WORDS_OF_SUM &&
    (saysTotal(first) || saysCarried(first))
  )
}

/** Whether the numbers of a column add up to another; at least two of them. */
function addsUp(cells: readonly string[], total: string, language: string | null): boolean {
  const number = (text: string): number => readWeight(text, { language, unitOfCaption: 'kg' })?.value ?? 0
  const numbers = cells.map(number).filter((each) => each > 0)
  const sum = numbers.reduce((all, each) => all + each, 0)
  return numbers.length > 1 && Math.abs(sum - number(total)) < 0.011 * numbers.length
}

// In heights of a row: how far below a row goes on.
const GOES_ON = 0.8

/** The lines of goods, each with what goes on right below it, and the last sums; a row farther below that tells nothing ends them. */
function sorted(rows: readonly GoodsCells[]): Pick<GoodsTable, 'items' | 'total'> {
  const items: GoodsCells[] = []
  let total: GoodsCells | undefined
  let end = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    const { y, height } = boxOf(wordsOf(row))
    const last = items.at(-1)
    if (isSum(row)) total = saysCarried(textOf(wordsOf(row))) ? undefined : row
    else if (begins(row)) {
      items.push(row)
      total = undefined
    } else if (last && total === undefined && y - end < GOES_ON * height)
      items[items.length - 1] = merged(last, row)
    else if (last) break
    end = y + height
  }
  return { items, total }
}

// Columns that hold a number in the first row of a line, and only there.
const FIRST: ReadonlySet<ColumnMeaning> = new Set(['packages', 'weight', 'volume', 'article', 'other'])

const begins = (row: GoodsCells): boolean =>
  Array.from(row).some(([column, words]) => FIRST.has(column.means) && /\d/.test(textOf(words))) &&
  Array.from(row).some(([column, words]) => column.means === 'description' && /\p{L}/u.test(textOf(words)))

const merged = (one: GoodsCells, other: GoodsCells): GoodsCells =>
  new Map(
    [...new Set([...one.keys(), ...other.keys()])].map((column) => [
      column,
      [...(one.get(column) ?? []), ...(other.get(column) ?? [])],
    ]),
  )

/** All words of a row. */
export const wordsOf = (cells: GoodsCells): WordRow => Array.from(cells.values()).flat()
