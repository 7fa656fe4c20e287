import type { RecognisedWord } from '../../page/recognised-page.js'

/** What a wrong letter does to a value: changes it, as in numbers, dates and codes, or merely misspells it. */
export type Sensitivity = 'exact' | 'text'

/** Below this a word is doubtful, and with it everything that it belongs to. */
const DOUBTFUL_WORD = 0.6
const MOST_WITH_A_DOUBTFUL_WORD = 0.75

/** How well the words of a value were recognised, 0 to 1. In numbers and codes the weakest word decides. */
export function howWellRead(words: readonly RecognisedWord[], sensitivity: Sensitivity): number {
  if (words.length === 0) return 0
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const mean =
    words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters)
  const weakest = Math.min(...words.map(({ confidence }) => confidence))
  const share = sensitivity === 'exact' ? 0.7 : 0.35
  const together = share * weakest + (1 - share) * mean
  return weakest < DOUBTFUL_WORD ? Math.min(together, MOST_WITH_A_DOUBTFUL_WORD) : together
}
