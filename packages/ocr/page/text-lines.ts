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
export function textLines(_page: RecognisedPage): readonly TextLine[] {
  return []
}
