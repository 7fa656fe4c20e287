import type { GreyImage } from './grey-image.js'

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
