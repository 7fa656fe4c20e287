import type { DecodedImage } from './decode-image.js'
import type { GreyImage } from './grey-image.js'

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
  return spread(spread({ width: across, height: down, pixels: likeness }, Math.max), Math.min)
}

type Choice = (a: number, b: number) => number

/** Every pixel takes the brightest, or the darkest, around it. */
function spread(image: GreyImage, choice: Choice): GreyImage {
  const along = spreadAlong(image.pixels, image.width, image.height, image.width, 1, choice)
  const pixels = spreadAlong(along, image.height, image.width, 1, image.width, choice)
  return { ...image, pixels }
}

function spreadAlong(
  from: Uint8Array,
  length: number,
  lines: number,
  lineStep: number,
  step: number,
  choice: Choice,
): Uint8Array {
  const to = new Uint8Array(from.length)
  for (let line = 0; line < lines; line += 1)
    for (let place = 0; place < length; place += 1) {
      let best = from[line * lineStep + place * step] ?? 0
      const last = Math.min(length - 1, place + PRINT)
      for (let near = Math.max(0, place - PRINT); near <= last; near += 1)
        best = choice(best, from[line * lineStep + near * step] ?? 0)
      to[line * lineStep + place * step] = best
    }
  return to
}
