import type { RecognisedPage, RecognisedWord, Rule } from '@ecmr/ocr/testing'

const LETTER = 10
const HEIGHT = 18

/** A text on a page: its left edge, its top, and what it says. */
export type Written = readonly [x: number, y: number, text: string]

/** A page with texts in type of equal widths, as perfect recognition would see it. */
export function writtenPage(
  texts: readonly Written[],
  {
    rules = [],
    slope = 0,
    confidence = 0.97,
  }: { rules?: readonly Rule[]; slope?: number; confidence?: number } = {},
): RecognisedPage {
  const words = texts.flatMap(([x, y, text]) =>
    Array.from(text.matchAll(/\S+/g), (word) =>
      wordAt(x + word.index * LETTER, y, word[0], slope, confidence),
    ),
  )
  return { width: 1654, height: 2339, words, rules, toImage: [1 / 1654, 0, 0, 0, 1 / 2339, 0, 0, 0, 1] }
}

function wordAt(x: number, y: number, text: string, slope: number, confidence: number): RecognisedWord {
  return { text, confidence, box: { x, y: y + slope * x, width: text.length * LETTER, height: HEIGHT } }
}
