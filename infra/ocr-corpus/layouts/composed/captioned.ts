import type { Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import type { Particular } from '../printed/particulars.js'
import { type Composition, captionText, onPage, type Style } from './style.js'

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
}

// More than any value takes.
const ROOM = 420
const PAD = 8

/**
 * Values with their captions, so many beside each other, row by row.
 *
 * @returns where they end
 */
export function grid(
  composition: Composition,
  all: readonly Particular[],
  columns: number,
  top: number,
): number {
  const { sheet, style } = composition
  const isCell = framed(style)
  const gap = isCell ? 0 : 24
  const width = Math.floor((style.width - gap * (columns - 1)) / columns)
  let y = top
  for (let first = 0; first < all.length; first += columns) {
    const row = all.slice(first, first + columns)
    const places = row.map((_, index) => ({ x: style.left + index * (width + gap), y, width }))
    const ends = row.map((each, index) => captioned(sheet, style, each, places[index] ?? { x: 0, y, width }))
    const bottom = onPage(Math.max(...ends) + (isCell ? 6 : 10))
    if (isCell) for (const { x } of places) cell(sheet, style, { x, y, width }, bottom)
    y = bottom
  }
  return y
}

const framed = ({ captions }: Style): boolean =>
  captions === 'in cell' || captions === 'band' || captions === 'left cell'

function cell(sheet: Sheet, style: Style, { x, y, width }: Place, bottom: number): void {
  const { weight, ink } = style.rule
  sheet.frame({ x, y, width, height: bottom - y }, weight, ink)
  if (style.captions === 'left cell')
    sheet.rule('vertical', x + Math.round(width * CAPTION_SHARE), y, bottom - y, weight, ink)
}

const CAPTION_SHARE = 0.33

/** One value with its caption; @returns where it ends */
function captioned(sheet: Sheet, style: Style, { label, printed }: Particular, place: Place): number {
  sheet.states(printed.truth)
  const text = captionText(style, label)
  switch (style.captions) {
    case 'above':
      return below(sheet, style, text, printed.lines, place)
    case 'in cell':
      return below(sheet, style, text, printed.lines, inner(place))
    case 'band':
      return below(sheet, style, text, printed.lines, inner(place), band(sheet, style, place))
    case 'before':
      return after(sheet, style, text, printed.lines, place)
    case 'beside':
      return beside(sheet, style, text, printed.lines, place, place.width > style.width / 2 ? 0.22 : 0.36)
    case 'left cell':
      return beside(sheet, style, text, printed.lines, inner(place), CAPTION_SHARE)
    default:
      return style.captions satisfies never
  }
}

const inner = ({ x, y, width }: Place): Place => ({ x: x + PAD, y: y + 5, width: width - 2 * PAD })

function below(
  sheet: Sheet,
  style: Style,
  text: string,
  lines: readonly string[],
  { x, y, width }: Place,
  onBand?: { readonly ink: string; readonly bottom: number },
): number {
  const face = onBand ? { ...style.caption, ink: onBand.ink } : style.caption
  const end = block(sheet, [text], { x, y, width, height: onBand ? face.size * 1.3 : ROOM }, face)
  const room = { x, y: (onBand?.bottom ?? end) + style.gap, width, height: ROOM }
  return underline(sheet, style, room, block(sheet, lines, room, style.value, { leading: style.leading }))
}

/** A heading cell with a ground of its own and a rule below; returns the ink for it and where it ends. */
function band(sheet: Sheet, style: Style, { x, y, width }: Place): { ink: string; bottom: number } {
  const height = Math.round(style.caption.size * 1.3 + 10)
  const isDark = style.ground === 'dark'
  sheet.pen.fillStyle = isDark ? style.caption.ink : '#e3e6ea'
  sheet.pen.fillRect(x, y, width, height)
  sheet.rule('horizontal', x, y + height, width, style.rule.weight, style.rule.ink)
  return { ink: isDark ? '#ffffff' : style.caption.ink, bottom: y + height + 4 }
}

function after(sheet: Sheet, style: Style, text: string, lines: readonly string[], at: Place): number {
  const { x, y, width } = at
  const { caption, value, leading } = style
  const indent = sheet.widthOf(`${text} `, caption)
  sheet.write(text, x, Math.round(y + value.size * 0.85), caption)
  const room = { x: x + indent, y, width: Math.max(width - indent, 60), height: ROOM }
  return underline(sheet, style, room, block(sheet, lines, room, value, { leading }))
}

function beside(
  sheet: Sheet,
  style: Style,
  text: string,
  lines: readonly string[],
  { x, y, width }: Place,
  share: number,
): number {
  const end = block(sheet, [text], { x, y, width: width * share - 12, height: ROOM }, style.caption)
  const room = { x: x + width * share + 4, y, width: width * (1 - share) - 4, height: ROOM }
  const { value, leading } = style
  return Math.max(end, underline(sheet, style, room, block(sheet, lines, room, value, { leading })))
}

function underline(sheet: Sheet, style: Style, { x, width }: Omit<Place, 'y'>, end: number): number {
  if (!style.underlined) return end
  sheet.rule('horizontal', Math.round(x), Math.round(end) + 3, Math.round(width), 1, style.rule.ink)
  return end + 5
}
