import { bottom, right } from '../../page/line-runs.js'
import type { Box, RecognisedWord } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import { type ColumnMeaning, columnMeaning, MOST_WORDS } from './column-captions.js'

/** The head of a column. */
export interface GoodsColumn {
  /** undefined: its caption is none that we know */
  readonly means: ColumnMeaning | undefined
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

/** The words of a page row by row, from top to bottom. Each goes with the word on its left, so that rows may climb or fall. */
export function wordRows(words: readonly RecognisedWord[]): readonly WordRow[] {
  const rows: RecognisedWord[][] = []
  for (const word of words.toSorted((a, b) => a.box.x - b.box.x)) {
    let best: { row: RecognisedWord[]; away: number } | undefined
    for (const row of rows) {
      const last = row.at(-1)
      const away = last ? Math.abs(middle(last.box) - middle(word.box)) : Number.POSITIVE_INFINITY
      const isBeside = last && away < SAME_ROW * Math.max(last.box.height, word.box.height)
      if (isBeside && away < (best?.away ?? Number.POSITIVE_INFINITY)) best = { row, away }
    }
    if (best) best.row.push(word)
    else rows.push([word])
  }
  return rows.toSorted((a, b) => middle(boxOf(a)) - middle(boxOf(b)))
}

// In heights of the taller word: how far the middles of neighbours in a row are from each other at most.
const SAME_ROW = 0.5

const middle = ({ y, height }: Box): number => y + height / 2

const FEWEST_COLUMNS = 3
const MOST_TRIED = 4

/** Rows that may be the head of the table of goods, those with most captions that we know first. */
export function goodsHeads(rows: readonly WordRow[]): readonly GoodsHead[] {
  return rows
    .flatMap((row, place) =>
      row.some(({ text }) => /^\d+$/.test(text)) ? [] : [headIn(row, rows.slice(place + 1, place + 3))],
    )
    .filter((head) => head.columns.length >= FEWEST_COLUMNS && knownIn(head) > 0)
    .toSorted((a, b) => knownIn(b) - knownIn(a))
    .slice(0, MOST_TRIED)
}

const knownIn = ({ columns }: GoodsHead): number => new Set(columns.flatMap(({ means }) => means ?? [])).size

/** Whether a row is made of captions of columns. */
export function isHeadRow(row: WordRow): boolean {
  const known = headIn(row, []).columns.filter(({ means }) => means !== undefined)
  return known.reduce((sum, { caption }) => sum + caption.split(' ').length, 0) >= row.length / 2
}

// In heights of a word: words of a caption are nearer to each other, columns farther apart.
const APART = 1.6
const APART_IF_UNKNOWN = 1.1
// In heights of the head: how far it reaches down.
const DEEPEST = 3.2

/**
 * The captions of a row, known or not; some of them go on in the rows below it, which have no figures. What we know with a word
 * beside it that we do not may mean something else.
 */
function headIn(row: WordRow, below: readonly WordRow[]): GoodsHead {
  const { y, height } = boxOf(row)
  const near = below.flatMap((words) =>
    boxOf(words).y < y + height * DEEPEST && !words.some(({ text }) => /\d/.test(text)) ? words : [],
  )
  const parts: { words: RecognisedWord[]; means: ColumnMeaning | undefined }[] = []
  for (let at = 0; at < row.length; ) {
    const { words, means } = knownFrom(row.slice(at, at + MOST_WORDS), near) ?? {
      words: row.slice(at, at + 1),
      means: undefined,
    }
    const last = parts.at(-1)
    const before = last?.words.findLast((word) => row.includes(word))
    if (last && (means && last.means) === undefined && !areApart(before, words[0], APART_IF_UNKNOWN)) {
      last.words.push(...words)
      last.means = [last.means, means].find((each) => each === 'price' || each === 'other')
    } else parts.push({ words: [...words], means })
    at += Math.max(1, words.filter((each) => row.includes(each)).length)
  }
  const columns = parts
    .filter(({ words }) => words.some(({ text }) => /\p{L}/u.test(text)))
    .map(({ words, means }) => {
      const all = means === undefined ? [...words, ...wordsUnder(boxOf(words), near)] : words
      return { means, words: all, caption: textOf(all), box: boxOf(all) }
    })
  const words = new Set(columns.flatMap((column) => column.words))
  return { columns, words, bottom: bottom(boxOf([...words])) }
}

/** The longest caption that we know at the beginning of these words. */
function knownFrom(
  words: WordRow,
  near: WordRow,
): { words: RecognisedWord[]; means: ColumnMeaning } | undefined {
  for (let length = words.length; length > 0; length--) {
    const own = words.slice(0, length)
    if (own.some((word, at) => at > 0 && areApart(own[at - 1], word, APART))) continue
    const under = wordsUnder(boxOf(own), near)
    for (let count = under.length; count >= 0; count--) {
      const all = [...own, ...under.slice(0, count)]
      const means = all.some(({ text }) => text.includes(':')) ? undefined : columnMeaning(textOf(all))
      if (means) return { words: all, means }
    }
  }
  return undefined
}

const wordsUnder = (box: Box, near: WordRow): WordRow =>
  near
    .filter((word) => word.box.x < right(box) && right(word.box) > box.x)
    .toSorted((a, b) => middle(a.box) - middle(b.box) || a.box.x - b.box.x)

const areApart = (
  before: RecognisedWord | undefined,
  word: RecognisedWord | undefined,
  most: number,
): boolean =>
  before !== undefined &&
  word !== undefined &&
  word.box.x - right(before.box) > most * Math.max(before.box.height, word.box.height)

/** What words say one after the other. */
export const textOf = (words: WordRow): string => words.map(({ text }) => text).join(' ')
