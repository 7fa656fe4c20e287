import type { RecognisedWord } from '../../page/recognised-page.js'
import { lineOf, type TextLine } from '../../page/text-lines.js'
import { bottomOf, letterHeight, rightOf } from './neighbours.js'

/** In a cell there are no columns: only a gap as wide as this parts a line, in heights of a letter. */
const WIDEST_GAP = 7

/** The lines of a cell from top to bottom, whatever the gaps between their words. */
export function cellLines(words: readonly RecognisedWord[]): readonly TextLine[] {
  return rows(words).flatMap(parted).map(lineOf)
}

/** The words of each line, the leftmost first. */
function rows(words: readonly RecognisedWord[]): readonly (readonly RecognisedWord[])[] {
  const found: RecognisedWord[][] = []
  const byWeight = words.toSorted((one, other) => other.box.height - one.box.height)
  for (const word of byWeight) {
    const row = found.find((others) => others.some((other) => areLevel(word, other)))
    if (row === undefined) found.push([word])
    else row.push(word)
  }
  return found
    .map((row) => row.toSorted((one, other) => one.box.x - other.box.x))
    .toSorted((one, other) => middle(one) - middle(other))
}

const areLevel = ({ box: one }: RecognisedWord, { box: other }: RecognisedWord): boolean =>
  Math.min(bottomOf(one), bottomOf(other)) - Math.max(one.y, other.y) >
  0.5 * Math.min(one.height, other.height)

const middle = (words: readonly RecognisedWord[]): number =>
  words.reduce((sum, { box }) => sum + box.y + box.height / 2, 0) / words.length

function parted(row: readonly RecognisedWord[]): readonly (readonly RecognisedWord[])[] {
  const parts: RecognisedWord[][] = []
  const widest = WIDEST_GAP * letterHeight(row)
  let end = -Infinity
  for (const word of row) {
    const part = parts.at(-1)
    if (part === undefined || word.box.x - end > widest) parts.push([word])
    else part.push(word)
    end = Math.max(end, rightOf(word.box))
  }
  return parts
}
