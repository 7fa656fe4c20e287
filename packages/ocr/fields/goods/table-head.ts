import { bottom, right } from '../../page/line-runs.js'
import type { Box, RecognisedWord } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import { bare, labelOf, type Meaning, type SeenLabel } from '../captioned/known-labels.js'
import type { MarkedLine } from '../captioned/mark-labels.js'

/** The head of a column of goods. */
export interface Column {
  readonly means: Meaning
  readonly caption: string
  readonly box: Box
  readonly certainty: number
}

/** Columns from left to right, and the words of their heads. */
export interface TableHead {
  readonly columns: readonly Column[]
  readonly words: ReadonlySet<RecognisedWord>
}

const columnsOfGoods: ReadonlySet<Meaning> = new Set<Meaning>([
  'goods',
  'packages',
  'packing',
  'weight',
  'volume',
  'marks',
  'hs_code',
  'article',
  'other',
  'number',
  'reference',
  'un_number',
])
const telling: ReadonlySet<Meaning> = new Set<Meaning>(['goods', 'article', 'packages', 'weight'])
const MOST_WORDS = 4

/** The head of a table of goods: labels side by side that nothing stands behind, some of them going on in a second line. */
export function tableHead(lines: readonly MarkedLine[]): TableHead | undefined {
  const candidates = lines.filter(({ labels }) =>
    labels.some(({ label, hasColon }) => label !== undefined && !hasColon && columnsOfGoods.has(label.means)),
  )
  const heads = candidates.map((candidate) => headAt(candidate.line.box, lines))
  const [best] = heads.toSorted((a, b) => certainColumns(b) - certainColumns(a))
  if (best === undefined || certainColumns(best) < 3) return undefined
  const meanings = new Set(best.columns.map(({ means }) => means).filter((means) => telling.has(means)))
  return meanings.size >= 2 ? best : undefined
}

const certainColumns = ({ columns }: TableHead): number =>
  columns.filter(({ certainty }) => certainty > 0).length

function headAt(row: Box, lines: readonly MarkedLine[]): TableHead {
  const beside = lines
    .filter(({ line }) => isBeside(row, line.box) && !line.text.includes(':'))
    .map(({ line }) => line)
  const edge = Math.max(...beside.map((line) => bottom(line.box)))
  const under = lines
    .filter(
      ({ line }) =>
        line.box.y > row.y + row.height / 2 && line.box.y < edge + row.height && !beside.includes(line),
    )
    .filter(({ line }) => !/\d{2}/.test(line.text))
    .flatMap(({ line }) => line.words)
  const tiles = beside.flatMap((line) => tilesOf(line.words, under))
  const columns = tiles.map(({ words, label }) => ({
    means: label?.means ?? ('other' as const),
    caption: words.map(({ text }) => text).join(' '),
    box: boxOf(words),
    certainty: label?.certainty ?? 0,
  }))
  return {
    columns: columns.toSorted((a, b) => a.box.x - b.box.x),
    words: new Set(tiles.flatMap(({ words }) => words)),
  }
}

function isBeside(one: Box, other: Box): boolean {
  const shared = Math.min(bottom(one), bottom(other)) - Math.max(one.y, other.y)
  return shared > 0.5 * Math.min(one.height, other.height) && other.y < one.y + one.height / 2
}

interface Tile {
  readonly words: readonly RecognisedWord[]
  readonly label: SeenLabel | undefined
}

/** Words of one line as heads, each with what stands under it if it makes a label only so. */
function tilesOf(words: readonly RecognisedWord[], under: readonly RecognisedWord[]): readonly Tile[] {
  const tiles: Tile[] = []
  for (let at = 0; at < words.length; ) {
    const tile = tileFrom(words.slice(at, at + MOST_WORDS), under)
    tiles.push(tile)
    at += tile.words.filter((word) => words.includes(word)).length
  }
  return tiles
}

function tileFrom(words: readonly RecognisedWord[], under: readonly RecognisedWord[]): Tile {
  for (let length = words.length; length > 0; length--) {
    const own = words.slice(0, length)
    const goesOn = [...own, ...wordsUnder(boxOf(own), under)]
    for (const all of goesOn.length > own.length ? [goesOn, own] : [own]) {
      const label = headOf(all)
      if (label !== undefined) return { words: all, label }
    }
  }
  return { words: words.slice(0, 1), label: undefined }
}

function wordsUnder(box: Box, under: readonly RecognisedWord[]): readonly RecognisedWord[] {
  return under
    .filter((word) => word.box.x < right(box) && right(word.box) > box.x)
    .toSorted((a, b) => a.box.x - b.box.x)
}

// Kilograms alone head a column of weights, though they are no label elsewhere.
function headOf(words: readonly RecognisedWord[]): SeenLabel | undefined {
  const letters = words.map(({ text }) => bare(text)).join('')
  if (/^(?:kgs?|kilos)$/.test(letters)) return { means: 'weight', languages: [], certainty: 1 }
  const label = labelOf(letters)
  return label !== undefined && columnsOfGoods.has(label.means) ? label : undefined
}
