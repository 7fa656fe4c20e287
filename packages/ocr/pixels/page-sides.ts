import type { DecodedImage } from './decode-image.js'
import type { GreyImage } from './grey-image.js'
import type { Point } from './plane.js'

/** The four sides of an image, clockwise. */
export const sides = ['top', 'right', 'bottom', 'left'] as const
export type Side = (typeof sides)[number]

/** A line that may be a side of the page, by the places where it meets the image's two edges beside it. */
export interface SideLine {
  readonly from: Point
  readonly to: Point
  /** how much more like paper it is on the inner side than on the outer one */
  readonly step: number
}

// Beside a line, in pixels.
const NEAR = 1.6
// A greater step says no more than this one.
const CLEAR_STEP = 40
const SAMPLES = 60
// As a part of the length: about 20 degrees.
const STEEPEST = 0.36
const CANDIDATES = 5
// Pixels: a line is seen that lies so far beside it, and is made exact afterwards.
const STRIDE = 2

/** The lines that look most like a certain side of a page, each rather different from the others. */
export function sideLines(image: GreyImage, side: Side): readonly SideLine[] {
  const isLevel = side === 'top' || side === 'bottom'
  const along = isLevel ? image.width : image.height
  const across = isLevel ? image.height : image.width
  const point = (place: number, depth: number): Point => {
    const far = side === 'top' || side === 'left' ? depth : across - depth
    return isLevel ? [place, far] : [far, place]
  }
  const found: { readonly first: number; readonly second: number; readonly line: SideLine }[] = []
  const reach = Math.round(along * STEEPEST)
  for (let first = 1; first < across / 2; first += STRIDE)
    for (
      let second = Math.max(1, first - reach);
      second < Math.min(across / 2, first + reach);
      second += STRIDE
    ) {
      const [from, to] = [point(0, first), point(along, second)]
      const { step } = stepAlong(image, side, from, to)
      if (step > 1) found.push({ first, second, line: { from, to, step } })
    }
  const best: typeof found = []
  for (const one of found.sort((a, b) => b.line.step - a.line.step)) {
    const isNew = best.every(
      ({ first, second }) => Math.abs(first - one.first) + Math.abs(second - one.second) > along * 0.05,
    )
    if (isNew) best.push(one)
    if (best.length === CANDIDATES) break
  }
  return best.map(({ line }) => line)
}

/** The mean step from the outer to the inner side of a line, and how much of the line has one at all, 0 to 1. */
export function stepAlong(
  image: GreyImage,
  side: Side,
  [x0, y0]: Point,
  [x1, y1]: Point,
): { readonly step: number; readonly share: number } {
  const inwards = side === 'top' || side === 'left' ? NEAR : -NEAR
  const [dx, dy] = side === 'top' || side === 'bottom' ? [0, inwards] : [inwards, 0]
  let [sum, clear] = [0, 0]
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const part = (sample + 0.5) / SAMPLES
    const [x, y] = [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part]
    const step = shadeAt(image, x + dx, y + dy) - shadeAt(image, x - dx, y - dy)
    sum += Math.max(-CLEAR_STEP, Math.min(CLEAR_STEP, step))
    if (step > 4) clear += 1
  }
  return { step: sum / SAMPLES, share: clear / SAMPLES }
}

function shadeAt({ width, height, pixels }: GreyImage, x: number, y: number): number {
  const column = Math.max(0, Math.min(width - 1, Math.floor(x)))
  const row = Math.max(0, Math.min(height - 1, Math.floor(y)))
  return pixels[row * width + column] ?? 0
}

// In pixels of the reduced image: print is thinner than twice this.
const PRINT = 3

/**
 * How much each place of an image is like paper, much reduced: the darkest of its colours, since paper has none and tables do, and
 * without what is printed on it.
 */
export function paperLikeness({ width, height, pixels }: DecodedImage, longest: number): GreyImage {
  const by = Math.max(1, Math.ceil(Math.max(width, height) / longest))
  const [across, down] = [Math.max(1, Math.floor(width / by)), Math.max(1, Math.floor(height / by))]
  const likeness = new Uint8Array(across * down)
  const step = Math.max(1, by >> 2)
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) {
      let [sum, count] = [0, 0]
      for (let y = row * by; y < Math.min(height, (row + 1) * by); y += step)
        for (let x = column * by; x < Math.min(width, (column + 1) * by); x += step, count += 1) {
          const at = (y * width + x) * 4
          sum += Math.min(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
        }
      likeness[row * across + column] = sum / count
    }
  return darkest(brightest({ width: across, height: down, pixels: likeness }))
}

/** Every pixel takes the brightest around it. */
function brightest({ width, height, pixels }: GreyImage): GreyImage {
  const along = brightestAlong(pixels, width, height, width, 1)
  return { width, height, pixels: brightestAlong(along, height, width, 1, width) }
}

/** Every pixel takes the darkest around it. */
function darkest(image: GreyImage): GreyImage {
  const { pixels } = brightest(negative(image))
  return negative({ ...image, pixels })
}

const negative = (image: GreyImage): GreyImage => ({
  ...image,
  pixels: image.pixels.map((shade) => 255 - shade),
})

function brightestAlong(
  from: Uint8Array,
  length: number,
  lines: number,
  lineStep: number,
  step: number,
): Uint8Array {
  const to = new Uint8Array(from.length)
  for (let line = 0; line < lines; line += 1) {
    const start = line * lineStep
    for (let place = 0; place < length; place += 1) {
      let best = 0
      const last = start + Math.min(length - 1, place + PRINT) * step
      for (let near = start + Math.max(0, place - PRINT) * step; near <= last; near += step) {
        const shade = from[near] ?? 0
        if (shade > best) best = shade
      }
      to[start + place * step] = best
    }
  }
  return to
}
