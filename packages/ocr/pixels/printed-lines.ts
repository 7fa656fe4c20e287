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

// By so much a speck differs from what is around it.
const CLEARLY = 36
// Of single dark pixels on blank paper, for each million of all: paper and print have none, a bad copy has dozens or hundreds.
const NOISY = 20
// Of the way from the speck to the paper, the first pixel beside it.
const AT_ONCE = 0.7

/** The image without single pixels that are dark or bright by chance. Dots of small print are left: only noisy images lose any. */
export function withoutSpecks(image: GreyImage): GreyImage {
  if (loneSpecks(image) < (image.pixels.length / 1_000_000) * NOISY) return image
  const { width, height, pixels } = image
  const cleaned = pixels.slice()
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
      const shade = pixels[at] ?? 0
      const beside = ((pixels[at - 1] ?? 0) + (pixels[at + 1] ?? 0)) / 2
      // Most pixels are like their neighbours, and need no closer look.
      if (Math.abs(shade - beside) > CLEARLY && likeIt(pixels, at, width) <= 1)
        cleaned[at] = (beside + ((pixels[at - width] ?? 0) + (pixels[at + width] ?? 0)) / 2) / 2
    }
  return { width, height, pixels: cleaned }
}

const around = (width: number): readonly number[] => [
  -width - 1,
  -width,
  1 - width,
  -1,
  1,
  width - 1,
  width,
  width + 1,
]

/** How many of a pixel's neighbours are about as dark or as bright. */
function likeIt(pixels: Uint8Array, at: number, width: number): number {
  const shade = pixels[at] ?? 0
  return around(width).filter((step) => Math.abs((pixels[at + step] ?? 0) - shade) <= CLEARLY).length
}

/** Counts dark pixels with nothing but paper near them, in every fourth row. */
function loneSpecks({ width, height, pixels }: GreyImage): number {
  let count = 0
  for (let y = 2; y < height - 2; y += 4)
    for (let x = 2; x < width - 2; x += 1) {
      const at = y * width + x
      const clear = (pixels[at] ?? 0) + CLEARLY
      if ((pixels[at - 1] ?? 0) > clear && (pixels[at + 1] ?? 0) > clear && isLone(pixels, at, width))
        count += 1
    }
  return count * 4
}

/** A dot of small print has a fringe, a speck is dark at once. */
function isLone(pixels: Uint8Array, at: number, width: number): boolean {
  let [darkest, brightest] = [255, 0]
  for (let down = -2; down <= 2; down += 1)
    for (let across = -2; across <= 2; across += 1) {
      if (down === 0 && across === 0) continue
      const shade = pixels[at + down * width + across] ?? 0
      darkest = Math.min(darkest, shade)
      brightest = Math.max(brightest, shade)
    }
  const shade = pixels[at] ?? 0
  return darkest - shade > AT_ONCE * (brightest - shade)
}
