import type { Box, Homography } from '../page/recognised-page.js'
import type { DecodedImage } from './decode-image.js'

/** An image in shades of grey, row by row, 0 black to 255 white. */
export interface GreyImage {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** The shades of an image in colour, by how bright each colour seems (ITU-R BT.601). */
export function greyOf({ width, height, pixels }: DecodedImage): GreyImage {
  const grey = new Uint8Array(width * height)
  for (let at = 0; at < grey.length; at += 1) {
    const red = pixels[at * 4] ?? 0
    const green = pixels[at * 4 + 1] ?? 0
    const blue = pixels[at * 4 + 2] ?? 0
    grey[at] = (red * 77 + green * 150 + blue * 29) >> 8
  }
  return { width, height, pixels: grey }
}

/** An image made smaller by a whole number, each pixel the mean of those that it stands for. */
export function reduced({ width, height, pixels }: GreyImage, by: number): GreyImage {
  const across = Math.max(1, Math.floor(width / by))
  const down = Math.max(1, Math.floor(height / by))
  const means = new Uint8Array(across * down)
  const sums = new Uint32Array(across)
  for (let row = 0; row < down; row += 1) {
    sums.fill(0)
    const last = Math.min(height, (row + 1) * by)
    for (let y = row * by; y < last; y += 1) addRow(pixels, y * width, sums, by, width)
    const count = (last - row * by) * Math.min(by, width)
    for (let x = 0; x < across; x += 1) means[row * across + x] = (sums[x] ?? 0) / count
  }
  return { width: across, height: down, pixels: means }
}

function addRow(pixels: Uint8Array, start: number, sums: Uint32Array, by: number, width: number): void {
  const last = start + Math.min(width, sums.length * by)
  for (let at = start, column = 0; at < last; column += 1) {
    let sum = 0
    for (const end = Math.min(last, at + by); at < end; at += 1) sum += pixels[at] ?? 0
    sums[column] = (sums[column] ?? 0) + sum
  }
}

/** An image turned upside down. */
export const halfTurned = (image: GreyImage): GreyImage => ({ ...image, pixels: image.pixels.toReversed() })

/** An image as a mirror beside it shows it. */
export function mirrored({ width, height, pixels }: GreyImage): GreyImage {
  const seen = pixels.slice()
  for (let row = 0; row < height; row += 1) seen.subarray(row * width, (row + 1) * width).reverse()
  return { width, height, pixels: seen }
}

const WHITE = 255
const APART = 60

/** A part of an image with white around it; `part` is in whole pixels and within the image. */
export function cropped({ width, pixels }: GreyImage, part: Box, margin: number): GreyImage {
  const across = part.width + 2 * margin
  const down = part.height + 2 * margin
  const own = new Uint8Array(across * down).fill(WHITE)
  for (let row = 0; row < part.height; row += 1) {
    const from = (part.y + row) * width + part.x
    own.set(pixels.subarray(from, from + part.width), (margin + row) * across + margin)
  }
  return { width: across, height: down, pixels: own }
}

/** Images one below the other on white, some way apart, and the rows at which they begin. */
export function stacked(images: readonly GreyImage[]): {
  readonly image: GreyImage
  readonly tops: readonly number[]
} {
  const width = Math.max(1, ...images.map((image) => image.width))
  const height = images.reduce((sum, image) => sum + image.height + APART, 0)
  const pixels = new Uint8Array(width * height).fill(WHITE)
  const tops: number[] = []
  let top = 0
  for (const image of images) {
    tops.push(top)
    for (let row = 0; row < image.height; row += 1)
      pixels.set(image.pixels.subarray(row * image.width, (row + 1) * image.width), (top + row) * width)
    top += image.height + APART
  }
  return { image: { width, height, pixels }, tops }
}

const STRIP = 0.15
const INK = 130

/** The part of a page, over its whole width, that has most print. */
export function busiestStrip({ width, height, pixels }: GreyImage): GreyImage {
  const tall = Math.max(1, Math.round(height * STRIP))
  const step = Math.max(1, Math.floor(tall / 4))
  let [most, from] = [-1, 0]
  for (let top = 0; top + tall <= height; top += step) {
    let ink = 0
    for (let at = top * width; at < (top + tall) * width; at += 3) if ((pixels[at] ?? 255) < INK) ink += 1
    if (ink > most) [most, from] = [ink, top]
  }
  return { width, height: tall, pixels: pixels.slice(from * width, (from + tall) * width) }
}

/**
 * An image drawn anew through a map that leads from each new pixel to a place in it; what lies beyond its edges is white. Between
 * pixels it takes the mean by distance.
 */
export function seenThrough(image: GreyImage, toImage: Homography, width: number, height: number): GreyImage {
  const drawn = new Uint8Array(width * height)
  const { pixels, width: across } = image
  const [lastColumn, lastRow] = [across - 2, image.height - 2]
  const [right, low] = [across - 0.5, image.height - 0.5]
  const [a, b, c, d, e, f, g, h, i] = toImage
  const isFlat = g === 0
  for (let y = 0, at = 0; y < height; y += 1) {
    // Places count from the corner of a pixel, its value stands for its middle.
    const v = y + 0.5
    const [startX, startY, startW] = [b * v + c, e * v + f, h * v + i]
    let w = 1 / startW
    for (let x = 0; x < width; x += 1, at += 1) {
      const u = x + 0.5
      if (!isFlat) w = 1 / (g * u + startW)
      const toX = (a * u + startX) * w - 0.5
      const toY = (d * u + startY) * w - 0.5
      if (!(toX > -0.5 && toY > -0.5 && toX < right && toY < low)) {
        drawn[at] = WHITE
        continue
      }
      let [column, row] = [toX | 0, toY | 0]
      if (column > lastColumn) column = lastColumn
      if (row > lastRow) row = lastRow
      if (column < 0) column = 0
      if (row < 0) row = 0
      const part = toX < column ? 0 : toX > column + 1 ? 1 : toX - column
      const below = toY < row ? 0 : toY > row + 1 ? 1 : toY - row
      const from = row * across + column
      const next = from + across
      const first = pixels[from] ?? 0
      const second = pixels[next] ?? 0
      const upper = first + ((pixels[from + 1] ?? 0) - first) * part
      const lower = second + ((pixels[next + 1] ?? 0) - second) * part
      drawn[at] = upper + (lower - upper) * below + 0.5
    }
  }
  return { width, height, pixels: drawn }
}
