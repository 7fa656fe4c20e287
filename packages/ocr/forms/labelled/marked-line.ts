import type { Box, RecognisedWord } from '../../page/recognised-page.js'
import type { TextLine } from '../../page/text-lines.js'
import type { SeenLabel } from './labels/known-labels.js'

/** A label as it stands on a line, and the words behind it up to the next label. */
export interface MarkedLabel {
  /** undefined: something before a colon that we do not know */
  readonly label: SeenLabel | undefined
  readonly hasColon: boolean
  readonly words: readonly RecognisedWord[]
  readonly box: Box
  readonly behind: readonly RecognisedWord[]
}

/** A line with the labels that stand on it; none: it is a value or running text. */
export interface MarkedLine {
  readonly line: TextLine
  readonly labels: readonly MarkedLabel[]
}
