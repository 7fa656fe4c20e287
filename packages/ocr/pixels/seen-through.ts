import type { Homography } from '../page/recognised-page.js'
import type { GreyImage } from './grey-image.js'

const BEYOND = 255

/**
 * An image drawn anew through a map that leads from each new pixel to a place in it; what lies beyond its edges is white. Between
 * pixels it takes the mean by distance.
 */
export function seenThrough(image: GreyImage, toImage: Homography, width: number, height: number): GreyImage {
  const pixels = new Uint8Array(width * height)
  const [a, b, c, d, e, f, g, h, i] = toImage
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      // Places count from the corner of a pixel, its value stands for its middle.
      const [u, v] = [x + 0.5, y + 0.5]
      const w = g * u + h * v + i
      pixels[at] = between(image, (a * u + b * v + c) / w - 0.5, (d * u + e * v + f) / w - 0.5)
    }
  return { width, height, pixels }
}

function between({ width, height, pixels }: GreyImage, x: number, y: number): number {
  if (!(x > -0.5 && y > -0.5 && x < width - 0.5 && y < height - 0.5)) return BEYOND
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)))
  const right = Math.min(1, Math.max(0, x - left))
  const low = Math.min(1, Math.max(0, y - top))
  const at = top * width + left
  const above = (pixels[at] ?? 0) * (1 - right) + (pixels[at + 1] ?? 0) * right
  const below = (pixels[at + width] ?? 0) * (1 - right) + (pixels[at + width + 1] ?? 0) * right
  return above * (1 - low) + below * low + 0.5
}
