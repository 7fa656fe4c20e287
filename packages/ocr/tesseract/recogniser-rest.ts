import type { RecognisedWord } from '../page/recognised-page.js'
import type { GreyImage } from '../pixels/grey-image.js'

const PAPER = 255

/** A page without some of its words. */
export function withoutWords(page: GreyImage, words: readonly RecognisedWord[]): GreyImage {
  const { width, height } = page
  const pixels = page.pixels.slice()
  for (const { box } of words)
    for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y += 1)
      pixels.fill(PAPER, y * width + Math.max(0, box.x), y * width + Math.min(width, box.x + box.width))
  return { width, height, pixels }
}
