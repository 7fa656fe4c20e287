import type { Box } from '@ecmr/ocr'
import { type Face, resized, type Sheet } from './sheet.js'

/** The text does not fit into its space at a printable size. */
export class DoesNotFit extends Error {
  override readonly name = 'DoesNotFit'
}

// What can still be read of a good copy.
const SMALLEST = 11

/** Breaks texts into lines that are not wider than that. Words stay whole. */
function wrapped(sheet: Sheet, texts: readonly string[], face: Face, width: number): readonly string[] {
  return texts.flatMap((text) => {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && sheet.widthOf(longer, face) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  })
}

interface Fitting {
  readonly face: Face
  readonly lines: readonly string[]
}

/** The largest print up to the face's own in which the texts fit. */
function fitting(sheet: Sheet, texts: readonly string[], face: Face, room: Box, leading: number): Fitting {
  for (let size = face.size; size >= SMALLEST; size -= 1) {
    const smaller = resized(face, size)
    const lines = wrapped(sheet, texts, smaller, room.width)
    const isNarrow = lines.every((line) => sheet.widthOf(line, smaller) <= room.width)
    if (isNarrow && lines.length * size * leading <= room.height) return { face: smaller, lines }
  }
  throw new DoesNotFit(`'${texts.join(' / ')}' does not fit into ${room.width} by ${room.height}`)
}

/**
 * Prints texts below each other, each on as many lines as it needs, smaller where they would not fit.
 *
 * @returns where the next line's top would be
 */
export function block(
  sheet: Sheet,
  texts: readonly string[],
  room: Box,
  face: Face,
  { leading = 1.2, align = 'left' }: { leading?: number; align?: 'left' | 'right' | 'centre' } = {},
): number {
  const fit = fitting(sheet, texts, face, room, leading)
  const step = fit.face.size * leading
  fit.lines.forEach((line, index) => {
    const spare = room.width - sheet.widthOf(line, fit.face)
    const indent = align === 'left' ? 0 : align === 'right' ? spare : spare / 2
    sheet.write(line, room.x + indent, Math.round(room.y + index * step + fit.face.size * 0.85), fit.face)
  })
  return room.y + fit.lines.length * step
}

export interface TableColumn {
  readonly head: string
  /** of the table's width */
  readonly share: number
  readonly align?: 'left' | 'right' | 'centre'
}

export interface TableStyle {
  readonly head: Face
  readonly body: Face
  readonly rules: 'all' | 'horizontal' | 'head' | 'none' | 'zebra'
  /** above and below the text of a row, in pixels */
  readonly padding?: number
  readonly ink: string
  readonly weight: number
}

/** A grey ground for a row of one line. */
function stripe(
  { pen }: Sheet,
  { x, width }: { readonly x: number; readonly width: number },
  y: number,
  { body, padding = 7 }: TableStyle,
): void {
  pen.fillStyle = '#e4e7ea'
  pen.fillRect(x, y, width, body.size * 1.2 + 2 * padding)
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
  const padding = style.padding ?? 7
  const row = (texts: readonly string[], y: number, face: Face): number => {
    const ends = columns.map(({ align = 'left' }, index) => {
      const text = texts[index] ?? ''
      const [from = 0, to = at.x + at.width] = edges.slice(index, index + 2)
      const room = { x: from + 8, y: y + padding, width: to - from - 16, height: 200 }
      return text === '' ? y + face.size : block(sheet, [text], room, face, { align })
    })
    return Math.ceil(Math.max(...ends)) + padding + 1
  }
  const across = (y: number) => sheet.rule('horizontal', at.x, y, at.width, style.weight, style.ink)
  if (style.rules !== 'none') across(at.y)
  let y = row(
    columns.map(({ head }) => head),
    at.y,
    style.head,
  )
  if (style.rules !== 'none') across(y)
  for (const [index, texts] of rows.entries()) {
    if (style.rules === 'zebra' && index % 2 === 0) stripe(sheet, at, y, style)
    y = row(texts, y, style.body)
    if (style.rules === 'all' || style.rules === 'horizontal') across(y)
  }
  if (style.rules === 'all')
    for (const x of [...edges, at.x + at.width])
      sheet.rule('vertical', x, at.y, y - at.y, style.weight, style.ink)
  return y
}
