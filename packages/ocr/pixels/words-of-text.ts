import type { RecognisedWord } from '../page/recognised-page.js'

const LETTER = /[\p{L}\p{N}]/u
// Less sure than this are stains and patterns, not even misread words.
const NO_WORD = 0.15
const NO_SIGN = 0.5
// Where hardly anything is sure, chance makes words of patterns.
const NO_TEXT = 0.4
const SURE_WORD = 0.8

/** The words among what was recognised, without what specks, stains and pictures were taken for. */
export function wordsOfText(words: readonly RecognisedWord[]): readonly RecognisedWord[] {
  const isText = sureness(words) >= NO_TEXT
  return words.filter(({ text, confidence }) => {
    if (!isText) return confidence >= SURE_WORD && LETTER.test(text)
    return confidence >= (LETTER.test(text) ? NO_WORD : NO_SIGN)
  })
}

/** How surely letters were recognised on the whole, 0 to 1. */
export function sureness(words: readonly RecognisedWord[]): number {
  const counted = words.filter(({ text }) => LETTER.test(text))
  const letters = counted.reduce((sum, { text }) => sum + text.length, 0)
  const sure = counted.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return letters === 0 ? 0 : sure / letters
}
