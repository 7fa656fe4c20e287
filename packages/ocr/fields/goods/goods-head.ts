import { bottom, right } from '../../page/line-runs.js'
import type { Box, RecognisedWord } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import { type GoodsMeaning, goodsMeaning, MOST_WORDS } from './goods-captions.js'

/** The head of a column. */
export interface GoodsColumn {
  readonly means: GoodsMeaning
  readonly caption: string
  readonly box: Box
}

/** The head of a table: its columns from left to right, and where it ends. */
export interface GoodsHead {
  readonly columns: readonly GoodsColumn[]
  readonly words: ReadonlySet<RecognisedWord>
  readonly bottom: number
}

/** Words that stand beside each other, from left to right. */
export type WordRow = readonly RecognisedWord[]

// In heights of a usual word: how far the middles of words of a row are from each other at most.
const SAME_ROW = 0.6

/** The words of a page row by row, from top to bottom. */
export function wordRows(words: readonly RecognisedWord[]): readonly WordRow[] {
  const heights = words.map(({ box }) => box.height).toSorted((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? 0
  const rows: RecognisedWord[][] = []
  for (const word of words.toSorted((a, b) => middle(a.box) - middle(b.box))) {
    const row = rows.at(-1)
    const [first] = row ?? []
    if (row && first && middle(word.box) - middle(first.box) < SAME_ROW * usual) row.push(word)
    else rows.push([word])
  }
  return rows.map((row) => row.toSorted((a, b) => a.box.x - b.box.x))
}

const middle = ({ y, height }: Box): number => y + height / 2

/** The head of the table of goods: the row with the most different captions, two of which tell goods. */
export function goodsHead(rows: readonly WordRow[]): GoodsHead | undefined {
  const heads = rows.map((row, place) => headIn(row, rows.slice(place + 1, place + 3)))
  const [best] = heads.toSorted((a, b) => meanings(b).size - meanings(a).size)
  return best !== undefined && tellsGoods(meanings(best)) ? best : undefined
}

const meanings = ({ columns }: GoodsHead): ReadonlySet<GoodsMeaning> =>
  new Set(columns.map(({ means }) => means))

function tellsGoods(all: ReadonlySet<GoodsMeaning>): boolean {
  const names = all.has('description') || all.has('article')
  const amounts = ['packages', 'weight', 'volume', 'packing'] as const
  return names && amounts.filter((each) => all.has(each)).length >= 2 && !all.has('other')
}

/** Whether a row is made of captions of columns. */
export const isHeadRow = (row: WordRow): boolean => headIn(row, []).words.size >= row.length / 2

/** The captions of a row; some of them go on in the rows below it. */
function headIn(row: WordRow, below: readonly WordRow[]): GoodsHead {
  const near = below.flat().filter(({ box }) => box.y < boxOf(row).y + boxOf(row).height * 3.2)
  const columns: GoodsColumn[] = []
  const used = new Set<RecognisedWord>()
  for (let at = 0; at < row.length; ) {
    const found = captionFrom(row.slice(at, at + MOST_WORDS), near)
    if (found) columns.push(found.column)
    for (const word of found?.words ?? []) used.add(word)
    at += Math.max(1, found?.words.filter((word) => row.includes(word)).length ?? 1)
  }
  const last = Math.max(...Array.from(used, ({ box }) => bottom(box)), bottom(boxOf(row)))
  return { columns, words: used, bottom: last }
}

function captionFrom(words: WordRow, near: WordRow): { column: GoodsColumn; words: WordRow } | undefined {
  for (let length = words.length; length > 0; length--) {
    const own = words.slice(0, length)
    if (own.some((word, at) => at > 0 && isApart(own[at - 1], word))) continue
    const box = boxOf(own)
    const under = near
      .filter((word) => word.box.x < right(box) && right(word.box) > box.x && !/\d/.test(word.text))
      .toSorted((a, b) => middle(a.box) - middle(b.box) || a.box.x - b.box.x)
    for (const all of [...under.map((_, count) => [...own, ...under.slice(0, under.length - count)]), own]) {
      const caption = all.map(({ text }) => text).join(' ')
      const means = caption.includes(':') ? undefined : goodsMeaning(caption)
      if (means) return { column: { means, caption, box: boxOf(all) }, words: all }
    }
  }
  return undefined
}

const isApart = (before: RecognisedWord | undefined, word: RecognisedWord): boolean =>
  before !== undefined && word.box.x - right(before.box) > 1.6 * Math.max(before.box.height, word.box.height)
