import type { Face } from './face.js'
import type { Sheet } from './sheet.js'
import { block } from './text-block.js'

export interface TableColumn {
  readonly head: string
  /** of the table's width */
  readonly share: number
  readonly align?: 'left' | 'right' | 'centre'
}

export interface TableStyle {
  readonly head: Face
  readonly body: Face
  readonly rules: 'all' | 'horizontal' | 'head' | 'none'
  readonly ink: string
  readonly weight: number
}

/**
 * Prints a table.
 *
 * @returns where it ends
 */
export function table(
  sheet: Sheet,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  at: { readonly x: number; readonly y: number; readonly width: number },
  style: TableStyle,
): number {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const edges = columns.map((_, index) =>
    Math.round(
      at.x + (at.width * columns.slice(0, index).reduce((sum, { share }) => sum + share, 0)) / shares,
    ),
  )
  const row = (texts: readonly string[], y: number, face: Face): number => {
    const ends = columns.map(({ align = 'left' }, index) => {
      const text = texts[index] ?? ''
      const [from = 0, to = at.x + at.width] = edges.slice(index, index + 2)
      const room = { x: from + 8, y: y + 7, width: to - from - 16, height: 200 }
      return text === '' ? y + face.size : block(sheet, [text], room, face, { align })
    })
    return Math.ceil(Math.max(...ends)) + 8
  }
  const across = (y: number) => sheet.rule('horizontal', at.x, y, at.width, style.weight, style.ink)
  if (style.rules !== 'none') across(at.y)
  let y = row(
    columns.map(({ head }) => head),
    at.y,
    style.head,
  )
  if (style.rules !== 'none') across(y)
  for (const texts of rows) {
    y = row(texts, y, style.body)
    if (style.rules === 'all' || style.rules === 'horizontal') across(y)
  }
  if (style.rules === 'all')
    for (const x of [...edges, at.x + at.width])
      sheet.rule('vertical', x, at.y, y - at.y, style.weight, style.ink)
  return y
}
