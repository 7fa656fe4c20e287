import type { Rule } from '../page/recognised-page.js'
import type { GreyImage } from './grey-image.js'
import { type Ink, inkOf, type LevelLine, levelLines, transposed } from './level-lines.js'

/** What a line covers of one column: from its first row to below its last one, with its fringe. */
interface LineColumn {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

// Ink that is no black yet, on both sides of a line, in pixels.
const FRINGE = 2
// Ink that goes on so far beyond the fringe is a stroke.
const STROKE = 3

/**
 * The columns of a line, also those in its gaps, that nothing but the line has ink in, or something that ends at it. Where a
 * stroke crosses the line, its ink is the stroke's too, and not among them.
 */
function lineColumns(ink: Ink, line: LevelLine): readonly LineColumn[] {
  const { tops, bottoms } = coveredRows(line)
  const columns: LineColumn[] = []
  let [top, bottom] = [tops.find((row) => row !== -1) ?? 0, bottoms.find((row) => row !== 0) ?? 0]
  for (let column = 0; column < tops.length; column += 1) {
    // Within a gap it goes on as it was before.
    if (tops[column] !== -1) [top, bottom] = [tops[column] ?? top, bottoms[column] ?? bottom]
    const strip = { x: line.left + column, top: Math.max(0, top - FRINGE), bottom: bottom + FRINGE }
    if (!isCrossed(ink, strip)) columns.push({ ...strip, bottom: Math.min(ink.height, strip.bottom) })
  }
  return columns
}

function coveredRows({ runs, left, right }: LevelLine): {
  readonly tops: Int32Array
  readonly bottoms: Int32Array
} {
  const tops = new Int32Array(right - left).fill(-1)
  const bottoms = new Int32Array(right - left)
  for (const { y, start, end } of runs)
    for (let column = start - left; column < end - left; column += 1) {
      // Runs come from above.
      if (tops[column] === -1) tops[column] = y
      bottoms[column] = y + 1
    }
  return { tops, bottoms }
}

/** A stroke crosses when it comes from above and goes on below, perhaps at a slant. */
function isCrossed(ink: Ink, { x, top, bottom }: LineColumn): boolean {
  const near = [x, x - 1, x + 1]
  return (
    near.some((column) => goesOn(ink, column, top - 1, -1)) &&
    near.some((column) => goesOn(ink, column, bottom, 1))
  )
}

function goesOn({ width, height, dark }: Ink, x: number, from: number, step: 1 | -1): boolean {
  const end = from + step * STROKE
  if (end < -1 || end > height || x < 0 || x >= width) return false
  for (let y = from; y !== end; y += step) if (dark[y * width + x] !== 1) return false
  return true
}

/** A page without its printed lines, and where those were. */
interface WithoutLines {
  readonly page: GreyImage
  readonly rules: readonly Rule[]
}

// Lighter than print may be: forms are often drawn in thin lines, or in colours.
const INK = 185
const PAPER = 255

/** Takes the printed lines out of a page in even light, and leaves the letters that they cross or touch. */
export function withoutPrintedLines(page: GreyImage): WithoutLines {
  const ink = inkOf(page, INK)
  const upright = transposed(ink)
  const [level, plumb] = [levelLines(ink), levelLines(upright)]
  const pixels = page.pixels.slice()
  const { width } = page
  for (const line of level) erase(ink, line, pixels, 1, width)
  const left = transposed(ink)
  for (const line of plumb) erase(left, line, pixels, width, 1)
  return { page: { ...page, pixels }, rules: [...level.map(horizontal), ...plumb.map(vertical)] }
}

/** Makes the line's places white in the page, and takes them from the ink. */
function erase(ink: Ink, line: LevelLine, pixels: Uint8Array, alongStep: number, acrossStep: number): void {
  for (const { x, top, bottom } of lineColumns(ink, line))
    for (let y = top; y < bottom; y += 1) {
      ink.dark[y * ink.width + x] = 0
      pixels[x * alongStep + y * acrossStep] = PAPER
    }
}

const horizontal = ({ left, right, top, bottom }: LevelLine): Rule => ({
  direction: 'horizontal',
  box: { x: left, y: top, width: right - left, height: bottom - top },
})

const vertical = ({ left, right, top, bottom }: LevelLine): Rule => ({
  direction: 'vertical',
  box: { x: top, y: left, width: bottom - top, height: right - left },
})
