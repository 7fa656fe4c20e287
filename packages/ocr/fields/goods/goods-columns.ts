import { right } from '../../page/line-runs.js'
import type { RecognisedWord, Rule } from '../../page/recognised-page.js'
import type { ColumnMeaning } from './column-captions.js'
import type { GoodsColumn, GoodsHead, WordRow } from './goods-head.js'

/** A column whose content is known. */
export interface ReadColumn extends GoodsColumn {
  readonly means: ColumnMeaning
  readonly certainty: number
}

/** The words of one row, column by column. */
export type GoodsCells = ReadonlyMap<ReadColumn, WordRow>

/**
 * Where columns end: between two heads at a printed line, else in the widest strip that the fewest words reach into. Heads stand within
 * their columns, so the strip lies between them.
 *
 * @returns the right ends of all columns but the last one
 */
export function columnEnds(
  { columns, bottom }: GoodsHead,
  body: readonly RecognisedWord[],
  rules: readonly Rule[],
): readonly number[] {
  const lines = rules.flatMap(({ direction, box }) =>
    direction === 'vertical' && box.y < bottom + box.height / 2 && box.y + box.height > bottom ? [box.x] : [],
  )
  return columns.slice(0, -1).map((column, place) => {
    const next = columns[place + 1]?.box.x ?? right(column.box)
    const from = Math.min(right(column.box), next)
    const line = lines.find((x) => x >= from - 2 && x <= next + 2)
    return line ?? quietest(body, from, next)
  })
}

function quietest(body: readonly RecognisedWord[], from: number, to: number): number {
  const width = Math.max(1, Math.ceil(to - from))
  const reached = new Array<number>(width).fill(0)
  for (const { box } of body) {
    const first = Math.max(0, Math.floor(box.x - from))
    const last = Math.min(width - 1, Math.ceil(right(box) - from))
    for (let at = first; at <= last; at++) reached[at] = (reached[at] ?? 0) + 1
  }
  const fewest = reached.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)
  let best = { start: 0, length: 0 }
  for (let start = 0; start < width; start++) {
    let length = 0
    while (start + length < width && reached[start + length] === fewest) length++
    // Of equal ones the last: texts begin where their head does.
    if (length > 0 && length >= best.length) best = { start, length }
    start += length
  }
  return from + best.start + best.length / 2
}

/** A row's words by the columns that their middles stand in. */
export function cellsOf<Column extends GoodsColumn>(
  row: WordRow,
  columns: readonly Column[],
  ends: readonly number[],
): ReadonlyMap<Column, WordRow> {
  const cells = new Map<Column, RecognisedWord[]>()
  for (const word of row) {
    const centre = word.box.x + word.box.width / 2
    const column = columns[ends.filter((end) => end < centre).length]
    if (column) cells.set(column, [...(cells.get(column) ?? []), word])
  }
  return cells
}
