import { boxOf, textBlocks } from './line-blocks.js'
import { inReadingOrder } from './line-order.js'
import { runsOf } from './line-runs.js'
import type { Box, RecognisedPage, RecognisedWord } from './recognised-page.js'

/** Words that stand side by side on one line, without a wide gap or a printed line between them. */
export interface TextLine {
  readonly words: readonly RecognisedWord[]
  /** the words with single spaces between them */
  readonly text: string
  readonly box: Box
  /** the mean of its words', weighted by their lengths, 0 to 1 */
  readonly confidence: number
}

/** The lines of a page in reading order, those of each column together. */
export function textLines({ words, rules }: Pick<RecognisedPage, 'words' | 'rules'>): readonly TextLine[] {
  const lines = runsOf(words, rules).map(lineOf)
  return inReadingOrder(textBlocks(lines, rules)).flatMap((block) => block.lines)
}

/** A line of words that stand side by side, the leftmost first. */
export function lineOf(words: readonly RecognisedWord[]): TextLine {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return {
    words,
    text: words.map(({ text }) => text.trim()).join(' '),
    box: boxOf(words),
    confidence:
      words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters),
  }
}
