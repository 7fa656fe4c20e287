import { bottom } from '../../../page/line-runs.js'
import type { Box } from '../../../page/recognised-page.js'
import type { Meaning } from '../labels/meaning.js'
import type { MarkedLine } from '../marked-line.js'

/** The head of a column of goods. */
export interface Column {
  readonly means: Meaning
  readonly caption: string
  readonly box: Box
  readonly certainty: number
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
const telling: ReadonlySet<Meaning> = new Set<Meaning>(['goods', 'packages', 'weight'])

/** The columns of a table of goods, from left to right: labels side by side that nothing stands behind. */
export function tableHead(lines: readonly MarkedLine[]): readonly Column[] {
  const heads = lines.flatMap(({ labels }) =>
    labels.flatMap(({ label, hasColon, behind, box, words }) =>
      label === undefined || hasColon || behind.length > 0 || !columnsOfGoods.has(label.means)
        ? []
        : [
            {
              means: label.means,
              caption: words.map(({ text }) => text).join(' '),
              box,
              certainty: label.certainty,
            },
          ],
    ),
  )
  const rows = heads.map((head) => heads.filter((other) => areBeside(head.box, other.box)))
  const [row = []] = rows.toSorted((a, b) => b.length - a.length)
  const told = new Set(row.map(({ means }) => means).filter((means) => telling.has(means)))
  return row.length >= 3 && told.size >= 2 ? row.toSorted((a, b) => a.box.x - b.box.x) : []
}

function areBeside(one: Box, other: Box): boolean {
  const shared = Math.min(bottom(one), bottom(other)) - Math.max(one.y, other.y)
  return shared > 0.3 * Math.min(one.height, other.height)
}
