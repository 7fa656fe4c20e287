import { bottom, right } from '../../page/line-runs.js'
import type { Box, RecognisedPage } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import type { ReadColumn } from './goods-columns.js'
import { membersOf } from './goods-members.js'
import { agreesWith } from './goods-of.js'
import { type GoodsTable, goodsTable, wordsOf } from './goods-table.js'

const numbers = [
  ['packages', 'packages'],
  ['weight', 'weight_kg'],
  ['volume', 'volume_m3'],
] as const

/**
 * The columns of a table of goods whose numbers are missing in some line, or do not add up to the totals: recognition of words that
 * stand anywhere overlooks digits that stand alone.
 *
 * @returns what is below their heads, in pixels of the page; empty: all is well, or there is no table
 */
export function doubtfulNumbers(page: Pick<RecognisedPage, 'words' | 'rules'>): readonly Box[] {
  const table = goodsTable(page, null)
  if (table === undefined) return []
  const lines = table.items.map((cells) => membersOf(cells, null))
  const total = table.total && membersOf(table.total, null)
  return numbers.flatMap(([means, member]) => {
    const column = table.columns.find((each) => each.means === means)
    if (column === undefined) return []
    const isWhole = lines.every((members) => members[member] !== undefined)
    const addsUp = lines.length < 2 || agreesWith(lines, total, member) === true
    return isWhole && addsUp ? [] : [boxBelow(table, column)]
  })
}

function boxBelow({ columns, ends, items, total }: GoodsTable, column: ReadColumn): Box {
  const rows = [...items, ...(total ? [total] : [])].map((cells) => boxOf(wordsOf(cells)))
  const all = boxOf(rows.map((box) => ({ box })))
  const margin = (rows[0]?.height ?? 0) / 2
  const place = columns.indexOf(column)
  const x = ends[place - 1] ?? Math.min(all.x, column.box.x) - margin
  const end = ends[place] ?? Math.max(right(all), right(column.box)) + margin
  const y = Math.max(all.y - margin, bottom(column.box) + 1)
  return { x, y, width: end - x, height: bottom(all) + margin - y }
}
