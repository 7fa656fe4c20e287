import { bottom, right } from '../../page/line-runs.js'
import type { Box, RecognisedPage, RecognisedWord } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import { readHsCode, readPackageCount, readVolume, readWeight } from '../values/index.js'
import { type GoodsMeaning, saysTotal } from './goods-captions.js'
import { cellsOf, columnEnds, type GoodsCells } from './goods-columns.js'
import {
  type GoodsColumn,
  type GoodsHead,
  goodsHead,
  isHeadRow,
  type WordRow,
  wordRows,
} from './goods-head.js'

/** One line of goods, its members named as those of `goods_items` in a note; what is not printed or not understood is absent. */
export interface GoodsLine {
  readonly description: string
  readonly packages?: number
  readonly packaging?: string
  readonly marks?: string
  readonly weight_kg?: number
  readonly volume_m3?: number
  readonly hs_code?: string
}

/** One line and how it was read. */
export interface FoundGoods {
  readonly line: GoodsLine
  /** 0 to 1: that of its least sure word, by how plausible the numbers are */
  readonly confidence: number
  /** on the page, in its pixels */
  readonly box: Box
  /** what each member was read of */
  readonly words: MemberWords
}

type MemberWords = Readonly<Partial<Record<keyof GoodsLine, WordRow>>>

type Amounts = Pick<GoodsLine, 'packages' | 'weight_kg' | 'volume_m3'>

/** A table of goods. */
export interface FoundGoodsTable {
  readonly lines: readonly FoundGoods[]
  /** what the row of totals says; absent: there is none */
  readonly total?: Amounts & { readonly words: MemberWords }
  /** the words that it is made of, its head's too */
  readonly words: ReadonlySet<RecognisedWord>
}

/** More lines than a page holds; what follows is dropped. */
const MOST_LINES = 60
// In heights of a letter: how far a row may be from the one above.
const FARTHEST = 3.4

/**
 * The table of goods on a page; undefined where there is none. Its head is known by captions in six languages, its columns by what
 * stands under them, with or without printed lines; a row goes on while it says nothing of number or weight.
 *
 * @param language of the paper, ISO 639-1; null: unknown
 */
export function goodsOf(page: RecognisedPage, language: string | null): FoundGoodsTable | undefined {
  const rows = wordRows(page.words)
  const head = goodsHead(rows)
  if (head === undefined) return undefined
  const body = bodyRows(head, rows)
  const ends = columnEnds(head, body.flat(), page.rules)
  const columns = withArticlesNamed(head, body, ends)
  const [own, total] = apart(body.map((row) => cellsOf(row, columns, ends)))
  const lines = joined(own)
    .slice(0, MOST_LINES)
    .flatMap((cells) => found(cells, language))
  if (lines.every(({ line }) => line.packages === undefined && line.weight_kg === undefined)) return undefined
  const words = new Set([...head.words, ...[...own, ...(total ? [total] : [])].flatMap(wordsOf)])
  return { lines, words, ...(total && { total: { ...amounts(total, language), words: memberWords(total) } }) }
}

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

/** Whether a row tells no goods: nothing is said under number and weight, but what has a colon, or are captions, or names dangerous goods. */
function isNoGoods(row: WordRow, { columns }: GoodsHead): boolean {
  const amounts = columns.filter(({ means }) => means === 'packages' || means === 'weight')
  const tells = row.some(
    ({ text, box }) =>
      /\d/.test(text) &&
      amounts.some(
        (column) => box.x < right(column.box) + box.height && right(box) > column.box.x - box.height,
      ),
  )
  return !tells && (/:/.test(textOf(row.slice(0, 4))) || /^UN ?\d{4}\b/.test(textOf(row)) || isHeadRow(row))
}

/** Columns where `article` is the description or a code, as most of what stands under it is words or numbers. */
function withArticlesNamed(
  { columns }: GoodsHead,
  body: readonly WordRow[],
  ends: readonly number[],
): readonly GoodsColumn[] {
  const hasDescription = columns.some(({ means }) => means === 'description')
  return columns.map((column) => {
    if (column.means !== 'article') return column
    const cells = body.flatMap((row) => cellsOf(row, columns, ends).get(column) ?? [])
    const text = textOf(cells)
    const isText = text.replace(/\P{L}/gu, '').length > 2 * text.replace(/\P{N}/gu, '').length
    return { ...column, means: isText && !hasDescription ? 'description' : 'other' }
  })
}

/** The rows of goods, and the row of totals. */
function apart(rows: readonly GoodsCells[]): readonly [readonly GoodsCells[], GoodsCells | undefined] {
  const place = rows.findIndex((cells) =>
    Array.from(cells.values()).some((words) => saysTotal(textOf(words))),
  )
  return place < 0 ? [rows, undefined] : [rows.slice(0, place), rows[place]]
}

// In heights of a row: how far below a row goes on.
const GOES_ON = 0.8

/** Rows that say how many or how heavy, each with those right below that do not; a row farther below that does not ends the table. */
function joined(rows: readonly GoodsCells[]): readonly GoodsCells[] {
  const all: GoodsCells[] = []
  let end = 0
  for (const row of rows) {
    const last = all.at(-1)
    const { y, height } = boxOf(wordsOf(row))
    const begins = /\d/.test(textIn(row, 'packages')) || /\d/.test(textIn(row, 'weight'))
    if (begins || last === undefined) all.push(row)
    else if (y - end < GOES_ON * height) all[all.length - 1] = merged(last, row)
    else return all
    end = y + height
  }
  return all
}

const merged = (one: GoodsCells, other: GoodsCells): GoodsCells =>
  new Map(
    [...new Set([...one.keys(), ...other.keys()])].map((column) => [
      column,
      [...(one.get(column) ?? []), ...(other.get(column) ?? [])],
    ]),
  )

function found(cells: GoodsCells, language: string | null): readonly FoundGoods[] {
  const description = textIn(cells, 'description')
  const words = wordsOf(cells)
  if (!/\p{L}{2}/u.test(description)) return []
  const line: GoodsLine = {
    description,
    ...amounts(cells, language),
    ...text('packaging', textIn(cells, 'packing')),
    ...text('marks', textIn(cells, 'marks')),
    ...text('hs_code', readHsCode(textIn(cells, 'hs_code'))?.value ?? ''),
  }
  const surest = Math.min(...words.map(({ confidence }) => confidence))
  const isWhole = line.packages !== undefined || line.weight_kg !== undefined
  return [{ line, confidence: surest * (isWhole ? 0.97 : 0.6), box: boxOf(words), words: memberWords(cells) }]
}

const text = (name: 'packaging' | 'marks' | 'hs_code', value: string): Partial<GoodsLine> =>
  value === '' ? {} : { [name]: value }

const memberOf: Readonly<Partial<Record<GoodsMeaning, keyof GoodsLine>>> = {
  description: 'description',
  packages: 'packages',
  packing: 'packaging',
  marks: 'marks',
  weight: 'weight_kg',
  volume: 'volume_m3',
  hs_code: 'hs_code',
}

const memberWords = (cells: GoodsCells): MemberWords =>
  Object.fromEntries(
    [...cells].flatMap(([{ means }, words]) => {
      const member = memberOf[means]
      return member === undefined ? [] : [[member, words]]
    }),
  )

function amounts(cells: GoodsCells, language: string | null): Amounts {
  const packages = readPackageCount(textIn(cells, 'packages'))?.value
  const unitOfCaption = /(?:^|[\s(.])t(?:on|n)?\b/i.test(captionOf(cells, 'weight')) ? 't' : 'kg'
  const weight = readWeight(textIn(cells, 'weight'), { language, unitOfCaption })?.value
  const volume = readVolume(textIn(cells, 'volume'), { language, unitOfCaption: 'm3' })?.value
  return {
    ...(packages !== undefined && { packages }),
    ...(weight !== undefined && { weight_kg: weight }),
    ...(volume !== undefined && { volume_m3: volume }),
  }
}

const captionOf = (cells: GoodsCells, means: GoodsMeaning): string =>
  [...cells.keys()].find((column) => column.means === means)?.caption ?? ''

const textIn = (cells: GoodsCells, means: GoodsMeaning): string =>
  textOf([...cells].flatMap(([column, words]) => (column.means === means ? words : [])))

const textOf = (words: WordRow): string => words.map(({ text }) => text).join(' ')
const wordsOf = (cells: GoodsCells): WordRow => Array.from(cells.values()).flat()
