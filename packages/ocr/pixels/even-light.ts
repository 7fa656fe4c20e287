import type { GreyImage } from './grey-image.js'
import { paperBrightness } from './paper-brightness.js'

// Paper is white up to here, so that its grain and the haze of compression vanish.
const PAPER = 0.92
// Of all ink the darkest this much is black.
const DARKEST = 0.2
const LIGHTEST_BLACK = 140

/** Paper white and ink black wherever they are, whatever light fell on the page and however faded its print is. */
export function evenLight(image: GreyImage): GreyImage {
  const { width, height, pixels } = image
  const paper = paperBrightness(image)
  const even = new Uint8Array(pixels.length)
  const rowOfPaper = new Float32Array(width)
  for (let y = 0, at = 0; y < height; y += 1) {
    paper.fillRow(y, rowOfPaper)
    for (let x = 0; x < width; x += 1, at += 1)
      even[at] = Math.min(255, ((pixels[at] ?? 0) * 255) / (rowOfPaper[x] ?? 255))
  }
  stretch(even)
  return { width, height, pixels: even }
}

function stretch(pixels: Uint8Array): void {
  const white = PAPER * 255
  const black = blackOf(pixels)
  const shades = Uint8Array.from({ length: 256 }, (_, shade) =>
    Math.max(0, Math.min(255, ((shade - black) * 255) / (white - black))),
  )
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = shades[pixels[at] ?? 0] ?? 0
}

/** How dark the darker ink is: a level of it, for single pixels may be darker by chance. */
function blackOf(pixels: Uint8Array): number {
  const counts = new Uint32Array(256)
  for (const shade of pixels) counts[shade] = (counts[shade] ?? 0) + 1
  const ink = counts.subarray(0, 160).reduce((sum, count) => sum + count, 0)
  let sum = 0
  const level = counts.findIndex((count) => {
    sum += count
    return sum > ink * DARKEST
  })
  return Math.min(LIGHTEST_BLACK, Math.max(0, level))
}
