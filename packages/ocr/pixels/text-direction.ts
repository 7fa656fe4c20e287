import type { Box } from '../page/recognised-page.js'
import { evenLight } from './even-light.js'
import type { GreyImage } from './grey-image.js'
import { type Ink, inkOf } from './level-lines.js'

/** Places of ink, their coordinates apart. */
interface InkPoints {
  readonly x: readonly number[]
  readonly y: readonly number[]
  /** around each piece of ink that hangs together */
  readonly boxes: readonly Box[]
}

// As parts of the longer side: the longest word and the largest print. Frames, tables and edges of paper are larger.
const LONGEST = 0.08
const THICKEST = 0.03
const LEAST_PIXELS = 3

/** The ink of letters and words: of everything that hangs together and is neither too large nor a speck. */
function letterPoints({ width, height, dark }: Ink): InkPoints {
  const left = dark.slice()
  const longest = Math.max(width, height) * LONGEST
  const thickest = Math.max(width, height) * THICKEST
  const x: number[] = []
  const y: number[] = []
  const boxes: Box[] = []
  for (let at = 0; at < left.length; at += 1) {
    if (left[at] !== 1) continue
    const piece = taken(left, at, width)
    const across = piece.map((place) => place % width)
    const down = piece.map((place) => Math.floor(place / width))
    const [one, other] = [extent(across), extent(down)]
    const box = { x: least(across), y: least(down), width: one, height: other }
    if (piece.length < LEAST_PIXELS || Math.max(one, other) > longest || Math.min(one, other) > thickest)
      continue
    x.push(...across)
    y.push(...down)
    boxes.push(box)
  }
  return { x, y, boxes }
}

const least = (places: readonly number[]): number => places.reduce((less, place) => Math.min(less, place))

const extent = (places: readonly number[]): number => {
  let [least, most] = [Number.POSITIVE_INFINITY, 0]
  for (const place of places) [least, most] = [Math.min(least, place), Math.max(most, place)]
  return most - least + 1
}

// What hangs together further than this is no word, whatever it is.
const MOST_PIXELS = 4_000

/** Takes a piece of ink away, and gives its places; of a very large one only the first. */
function taken(dark: Uint8Array, start: number, width: number): readonly number[] {
  const piece: number[] = []
  const open = [start]
  dark[start] = 0
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (piece.length < MOST_PIXELS) piece.push(at)
    const column = at % width
    for (const next of [at - width, at + width, column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1])
      if (dark[next] === 1) {
        dark[next] = 0
        open.push(next)
      }
  }
  return piece
}

// In pixels: dots and accents have their letter next to them, not the next letter.
const LEAST_SIZE = 4
const CLEARLY = 1.5
// More of them say nothing more.
const MOST = 1_500

/**
 * Whether lines of text run up or down: what is next to a letter or word belongs to the same line, since lines are further apart
 * than letters. Columns of typewritten letters do not deceive it, as they do sums of ink.
 */
function runsUpOrDown(boxes: readonly Box[]): boolean {
  const letters = boxes.filter(({ width, height }) => Math.max(width, height) >= LEAST_SIZE)
  const every = Math.ceil(letters.length / MOST)
  let [beside, aboveOrBelow] = [0, 0]
  for (const letter of letters.filter((_, index) => index % every === 0)) {
    const [across, down] = gapsToNearest(letter, letters)
    if (across < down) beside += 1
    if (down < across) aboveOrBelow += 1
  }
  return aboveOrBelow > beside * CLEARLY
}

/** How far it is to the nearest one at the same height, and to the nearest one above or below. */
function gapsToNearest(letter: Box, letters: readonly Box[]): readonly [number, number] {
  let [across, down] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const other of letters) {
    if (other === letter) continue
    const besides = gap(letter.x, letter.width, other.x, other.width)
    const above = gap(letter.y, letter.height, other.y, other.height)
    if (above < 0 && besides >= 0) across = Math.min(across, besides)
    if (besides < 0 && above >= 0) down = Math.min(down, above)
  }
  return [across, down]
}

/** Between two stretches; negative when they overlap. */
const gap = (start: number, length: number, other: number, otherLength: number): number =>
  Math.max(start, other) - Math.min(start + length, other + otherLength)

/** How the lines of text lie on a page. */
interface TextDirection {
  /** whether they run up or down */
  readonly isSideways: boolean
  /** in degrees, by how much they fall to the right; when they run up or down, as they do when it is turned by a quarter clockwise */
  readonly skew: number
  /** of ink that may be letters or words; 0 when there is next to no ink at all, however pale */
  readonly pieces: number
}

const MOST_DEGREES = 7
const COARSE = 0.5
const FINE = 0.1
const INK = 150
// Of points: fewer are no text.
const LEAST_INK = 150

/**
 * How the text on a much reduced page lies: along its lines there is much ink and between them none, so that of all
 * directions theirs gives the sums of ink that differ most from one to the next.
 */
export function textDirectionOf(page: GreyImage, asIfSideways?: boolean): TextDirection {
  const even = evenLight(page)
  const points = letterPoints(inkOf(even, INK))
  const pieces = isBlank(even) ? 0 : Math.max(1, points.boxes.length)
  if (points.x.length < LEAST_INK) return { isSideways: asIfSideways ?? false, skew: 0, pieces }
  const upright = clearestDirection(points, page.width, page.height)
  if (!(asIfSideways ?? runsUpOrDown(points.boxes)))
    return { isSideways: false, skew: upright.degrees, pieces }
  const turned = { ...points, x: points.y.map((y) => page.height - 1 - y), y: points.x }
  return { isSideways: true, skew: clearestDirection(turned, page.height, page.width).degrees, pieces }
}

// Pale print is reduced to shades between ink and paper.
const PALE = 215
// Pixels: a single short word has more.
const LEAST_PALE = 12

function isBlank({ pixels }: GreyImage): boolean {
  let count = 0
  for (const shade of pixels) if (shade < PALE) count += 1
  return count < LEAST_PALE
}

interface Direction {
  readonly degrees: number
  readonly clearness: number
}

function clearestDirection(points: InkPoints, width: number, height: number): Direction {
  const at = (degrees: number): Direction => ({
    degrees,
    clearness: clearness(points, width, height, degrees),
  })
  const around = (middle: number, reach: number, step: number): readonly Direction[] => {
    const steps = Math.round(reach / step)
    return Array.from({ length: 2 * steps + 1 }, (_, index) => at(middle + (index - steps) * step))
  }
  const best = (directions: readonly Direction[]): Direction =>
    directions.reduce((most, one) => (one.clearness > most.clearness ? one : most), at(0))
  return best(around(best(around(0, MOST_DEGREES, COARSE)).degrees, COARSE, FINE))
}

function clearness({ x, y }: InkPoints, width: number, height: number, degrees: number): number {
  const fall = Math.tan((degrees * Math.PI) / 180)
  const first = Math.ceil(Math.abs(fall) * width)
  const sums = new Float64Array(height + 2 * first + 2)
  for (let index = 0; index < x.length; index += 1) {
    const row = first + (y[index] ?? 0) - (x[index] ?? 0) * fall
    const upper = Math.floor(row)
    sums[upper] = (sums[upper] ?? 0) + 1 - (row - upper)
    sums[upper + 1] = (sums[upper + 1] ?? 0) + row - upper
  }
  return sums.reduce((total, sum, row) => total + (sum - (sums[row - 1] ?? 0)) ** 2, 0)
}
