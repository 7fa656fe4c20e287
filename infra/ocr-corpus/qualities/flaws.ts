import type { Chance } from '../data/chance.js'
import type { Picture } from './picture.js'

/** Something that differs from place to place so slowly that a grid of its values says enough. */
export interface CoarseField {
  readonly columns: number
  readonly rows: number
  readonly values: Float32Array
}

/** The grid's value at places given as parts (0 to 1) of width and height. */
export function coarseField(
  columns: number,
  rows: number,
  at: (x: number, y: number) => number,
): CoarseField {
  const values = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      values[row * columns + column] = at(column / (columns - 1), row / (rows - 1))
  return { columns, rows, values }
}

/** Fills a row of pixels with the values at a height (0 to 1), straight lines between the grid's. */
export function fillRow({ columns, rows, values }: CoarseField, height: number, row: Float32Array): void {
  const down = Math.min(rows - 1.001, Math.max(0, height * (rows - 1)))
  const upper = Math.floor(down)
  const low = down - upper
  const step = (columns - 1) / row.length
  for (let x = 0; x < row.length; x++) {
    const across = Math.min(columns - 1.001, x * step)
    const left = Math.floor(across)
    const right = across - left
    const at = upper * columns + left
    const above = (values[at] ?? 0) * (1 - right) + (values[at + 1] ?? 0) * right
    const below = (values[at + columns] ?? 0) * (1 - right) + (values[at + columns + 1] ?? 0) * right
    row[x] = above * (1 - low) + below * low
  }
}

const PATCHES = 14

/** The page printed anew on greyish, mottled paper, with ink that is weaker here than there; mostly in shades of grey. */
export function print({ width, height, pixels: before }: Picture, chance: Chance): Picture {
  const pixels = new Uint8ClampedArray(before.length)
  const paper = patchy(chance, chance.between(212, 240), 6)
  const ink = patchy(chance, chance.between(0.62, 0.9), 0.12)
  const grey = chance.happens(0.7)
  const paperRow = new Float32Array(width)
  const inkRow = new Float32Array(width)
  let at = 0
  for (let y = 0; y < height; y++) {
    fillRow(paper, y / height, paperRow)
    fillRow(ink, y / height, inkRow)
    for (let x = 0; x < width; x++, at += 4) {
      const [red = 0, green = 0, blue = 0] = [before[at], before[at + 1], before[at + 2]]
      const level = paperRow[x] ?? 0
      const strength = inkRow[x] ?? 0
      const light = 0.3 * red + 0.59 * green + 0.11 * blue
      pixels[at] = level * (1 - strength * (1 - (grey ? light : red) / 255))
      pixels[at + 1] = level * (1 - strength * (1 - (grey ? light : green) / 255))
      pixels[at + 2] = level * (1 - strength * (1 - (grey ? light : blue) / 255))
      pixels[at + 3] = 255
    }
  }
  return { width, height, pixels }
}

const patchy = (chance: Chance, around: number, by: number): CoarseField =>
  coarseField(PATCHES, PATCHES, () => around + chance.between(-by, by))

/** The paper was folded once, in half or in a third of its height: a pale crease with a shadow on one side, in place. */
export function fold(picture: Picture, chance: Chance): void {
  const { width, height, pixels } = picture
  const middle = height * (chance.oneOf([1 / 3, 1 / 2, 2 / 3]) + chance.between(-0.03, 0.03))
  const slope = chance.between(-0.01, 0.01)
  const crease = width / 1100
  const shade = { depth: chance.between(0.06, 0.16), reach: width / chance.between(20, 60) }
  const near = Math.ceil(shade.reach * 4 + Math.abs(slope) * width)
  const top = Math.max(0, Math.floor(middle - near))
  const bottom = Math.min(height - 1, Math.ceil(middle + near))
  for (let y = top; y <= bottom; y++)
    for (let x = 0; x < width; x++) {
      const away = y - middle - slope * (x - width / 2)
      const at = (y * width + x) * 4
      if (Math.abs(away) < crease) toWhite(pixels, at, 0.55)
      else if (away > 0) toWhite(pixels, at, -shade.depth * Math.exp(-away / shade.reach))
    }
}

/** A part of the way to white, or, when negative, to black. */
function toWhite(pixels: Uint8ClampedArray, at: number, part: number): void {
  for (let colour = at; colour < at + 3; colour++) {
    const value = pixels[colour] ?? 0
    pixels[colour] = part > 0 ? value + (235 - value) * part : value * (1 + part)
  }
}

/** Around 0, mostly within ±1, as errors of measuring are spread. */
export function stray(chance: Chance): number {
  // The sum of twelve even ones has a variance of one, and is as good as normal for our purposes.
  return Array.from({ length: 12 }, () => chance.part()).reduce((sum, one) => sum + one, -6)
}

const ERRORS = 4096

/**
 * Adds the noise of a sensor to a picture, in place.
 *
 * @param brightness how far the pixels' brightness strays, in steps of 255
 * @param colour how far each of their colours strays beyond that
 */
export function addGrain({ pixels }: Picture, brightness: number, colour: number, chance: Chance): void {
  const errors = Float32Array.from({ length: ERRORS }, () => stray(chance))
  const first = chance.whole(1, 2 ** 31 - 1)
  let state = first
  for (let at = 0; at < pixels.length; at += 4) {
    // Numerical Recipes' quick generator; its upper bits are good enough for grain.
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    const grey = (errors[(state >>> 20) % ERRORS] ?? 0) * brightness
    const red = (errors[(state >>> 16) % ERRORS] ?? 0) * colour
    const blue = (errors[(state >>> 12) % ERRORS] ?? 0) * colour
    pixels[at] = (pixels[at] ?? 0) + grey + red
    pixels[at + 1] = (pixels[at + 1] ?? 0) + grey
    pixels[at + 2] = (pixels[at + 2] ?? 0) + grey + blue
  }
}

/** Single pixels that became black or white, in place; a share of all, 0 to 1. */
export function saltAndPepper({ width, height, pixels }: Picture, share: number, chance: Chance): void {
  const count = Math.round(width * height * share)
  for (let speck = 0; speck < count; speck++) {
    const at = chance.whole(0, width * height - 1) * 4
    pixels.fill(chance.happens(0.5) ? 250 : 15, at, at + 3)
  }
}

/** Round spots of toner, the smallest ones most often, in place. */
export function toner(picture: Picture, count: number, chance: Chance): void {
  const largest = picture.width / 500
  for (let speck = 0; speck < count; speck++) {
    const radius = 0.5 + largest * chance.between(0, 1) ** 3
    const x = chance.between(0, picture.width)
    const y = chance.between(0, picture.height)
    spot(picture, { x, y, radius }, chance.whole(20, 110))
  }
}

function spot(
  { width, height, pixels }: Picture,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
  grey: number,
): void {
  const [left, right] = [Math.max(0, Math.ceil(x - radius)), Math.min(width - 1, Math.floor(x + radius))]
  const [top, bottom] = [Math.max(0, Math.ceil(y - radius)), Math.min(height - 1, Math.floor(y + radius))]
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const at = (row * width + column) * 4
      if (Math.hypot(column - x, row - y) <= radius) pixels.fill(grey, at, at + 3)
    }
}

/** The picture a little out of focus; sigma in pixels, up to about 1.4. */
export function softened(picture: Picture, sigma: number): Picture {
  // Two passes of three taps each; the variance of taps (k, 1 - 2k, k) is 2k.
  const share = Math.min(1 / 3, sigma ** 2 / 4)
  const once = spread(picture, share)
  return spread(once, share)
}

function spread({ width, height, pixels }: Picture, share: number): Picture {
  const across = new Uint8ClampedArray(pixels.length)
  const down = new Uint8ClampedArray(pixels.length)
  const rowLength = width * 4
  taps(pixels, across, 4, rowLength, share)
  taps(across, down, rowLength, pixels.length, share)
  return { width, height, pixels: down }
}

/** Mixes each value with the two that lie `step` before and behind it; those at the edges of a line stay. */
function taps(
  from: Uint8ClampedArray,
  to: Uint8ClampedArray,
  step: number,
  line: number,
  share: number,
): void {
  const middle = 1 - 2 * share
  for (let start = 0; start < from.length; start += line) {
    const end = start + line
    for (let at = start; at < start + step; at++) to[at] = from[at] ?? 0
    for (let at = start + step; at < end - step; at++)
      to[at] = middle * (from[at] ?? 0) + share * ((from[at - step] ?? 0) + (from[at + step] ?? 0))
    for (let at = end - step; at < end; at++) to[at] = from[at] ?? 0
  }
}
