import type { Box, RecognisedWord } from '../page/recognised-page.js'
import type { GreyImage } from '../pixels/grey-image.js'
import type { LayerWord } from './layer-words.js'

/** What is drawn by the text of a page: how much darker or brighter each pixel is with it than without. */
export function inkOfText(image: GreyImage, rest: GreyImage): GreyImage {
  const pixels = new Uint8Array(image.pixels.length)
  for (let at = 0; at < pixels.length; at += 1)
    pixels[at] = Math.abs((image.pixels[at] ?? 0) - (rest.pixels[at] ?? 0))
  return { ...image, pixels }
}

const INK = 60
// Parts of a word's box: hairlines have more.
const LEAST_INK = 0.02
// Print is not less sure than the best of what is recognised.
const CERTAIN = 0.99

/** The words that can be seen, each in the box of its ink. What is hidden, covered, cut off or as bright as the paper is not among them. */
export function seenWords(words: readonly LayerWord[], ink: GreyImage): readonly RecognisedWord[] {
  return words.flatMap(({ text, box }) => {
    const seen = inkIn(ink, box)
    return seen === undefined ? [] : [{ text, confidence: CERTAIN, box: seen }]
  })
}

function inkIn({ width, height, pixels }: GreyImage, box: Box): Box | undefined {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))]
  const right = Math.min(width, Math.ceil(box.x + box.width))
  const bottom = Math.min(height, Math.ceil(box.y + box.height))
  let [x0, y0, x1, y1, count] = [right, bottom, left, top, 0]
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      if ((pixels[y * width + x] ?? 0) < INK) continue
      count += 1
      x0 = Math.min(x0, x)
      x1 = Math.max(x1, x + 1)
      y0 = Math.min(y0, y)
      y1 = Math.max(y1, y + 1)
    }
  const isSeen = count > 0 && count >= LEAST_INK * (right - left) * (bottom - top)
  return isSeen ? { x: x0, y: y0, width: x1 - x0, height: y1 - y0 } : undefined
}

const STRONG = 90

/** Which part of the ink of text no word accounts for, 0 to 1: letters without a meaning, fields of a form, text that stands aslant. */
export function unexplained({ width, height, pixels }: GreyImage, words: readonly RecognisedWord[]): number {
  const left = pixels.slice()
  let all = 0
  for (const value of pixels) if (value >= STRONG) all += 1
  for (const { box } of words) {
    const reach = Math.ceil(box.height / 2)
    const [from, to] = [Math.max(0, box.x - reach), Math.min(width, box.x + box.width + reach)]
    for (let y = Math.max(0, box.y - reach); y < Math.min(height, box.y + box.height + reach); y += 1)
      left.fill(0, y * width + from, y * width + to)
  }
  let others = 0
  for (const value of left) if (value >= STRONG) others += 1
  return all === 0 ? 1 : others / all
}
