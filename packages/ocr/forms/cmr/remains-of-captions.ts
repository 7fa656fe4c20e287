import type { RecognisedWord } from '../../page/recognised-page.js'
import { bareLetters } from '../captions/bare-letters.js'
import { letterSize } from '../captions/letter-size.js'
import { cmrCaptions } from './captions/cmr-captions.js'
import { besideLeft, besideRight, letterHeight, WORD_GAP } from './neighbours.js'

const vocabulary: ReadonlySet<string> = new Set(
  cmrCaptions.flatMap(({ text }) => text.split(/[\s/]+/).map(bareLetters)).filter((word) => word !== ''),
)

/**
 * Words and strokes of captions that were left over because their neighbours fit without them: they stand directly beside
 * printed words, and are no larger.
 */
export function remainsOfCaptions(
  words: readonly RecognisedWord[],
  printed: readonly RecognisedWord[],
): readonly RecognisedWord[] {
  const remains: RecognisedWord[] = []
  const known = [...printed]
  const isPrinted = new Set(printed)
  let open = words.filter((word) => !isPrinted.has(word) && couldBePrinted(word.text))
  for (let round = 0; round < 3; round++) {
    const more = open.filter((word) => known.some((other) => standsBy(word, other)))
    known.push(...more)
    remains.push(...more)
    open = open.filter((word) => !more.includes(word))
  }
  return remains
}

/** Whether a word is one of those that captions are made of. */
export const couldBePrinted = (text: string): boolean => {
  const letters = bareLetters(text)
  return letters === '' || vocabulary.has(letters)
}

function standsBy(word: RecognisedWord, printed: RecognisedWord): boolean {
  const height = letterHeight([printed])
  const isBeside =
    besideLeft(printed.box, word.box, WORD_GAP * height) ||
    besideRight(printed.box, word.box, WORD_GAP * height)
  return isBeside && (BEGINS_A_HINT.test(word.text) || !isLarger(word, printed))
}

/** Nobody writes so. Strokes beside them make such words too high. */
const BEGINS_A_HINT = /^\(\p{L}+,$/u

/** Whether a word is in larger type, whichever letters the two have. */
function isLarger(word: RecognisedWord, printed: RecognisedWord): boolean {
  const [size, sizeOfPrint] = [letterSize([word]), letterSize([printed])]
  return size === undefined || sizeOfPrint === undefined
    ? word.box.height >= 1.35 * letterHeight([printed])
    : size >= 1.35 * sizeOfPrint
}
