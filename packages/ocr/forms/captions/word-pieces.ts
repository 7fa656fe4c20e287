import type { Box, RecognisedWord } from '../../page/recognised-page.js'
import { bareLetters } from './bare-letters.js'
import { letterSet } from './letter-set.js'

/** A part of a word that can be a caption's by itself, as each language in `Remitente/Sender`. */
export interface WordPiece {
  readonly word: RecognisedWord
  readonly letters: string
  readonly letterSet: number
  readonly box: Box
  /** what the word holds behind it */
  readonly behind: string
}

/** What recognition makes of `nº` and `n°`, whose small sign it takes for a star, a question mark, a nine or a letter. */
const NUMBER_SIGN = /^n[.,]?[º°o0*?'"’”e9]?[.,;]?$/i

const lettersOf = (text: string): string => (NUMBER_SIGN.test(text) ? 'no' : bareLetters(text))

/** The pieces of words, which end at strokes and colons; the number of a box that stuck to its caption is left out. */
export function wordPieces(word: RecognisedWord): readonly WordPiece[] {
  const widthOfLetter = word.box.width / Math.max(1, word.text.length)
  return [...word.text.matchAll(/[^/|:]+[/|:]*|[/|:]+/g)].map((match) => {
    const text = match[0]
    const letters = lettersOf(text.replace(/^\(?\d{1,2}[.)\-–]*(?=\p{L}{3})/u, '').replace(/[/|:]+$/, ''))
    return {
      word,
      letters,
      letterSet: letterSet(letters),
      box: {
        ...word.box,
        x: word.box.x + match.index * widthOfLetter,
        width: text.length * widthOfLetter,
      },
      behind: word.text.slice(match.index + text.length),
    }
  })
}
