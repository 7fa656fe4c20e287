import type { RecognisedWord } from '../../page/recognised-page.js'
import { lineOf, type TextLine } from '../../page/text-lines.js'
import { bottomOf, letterHeight, rightOf } from './form-rules.js'

/** In a cell there are no columns: only a gap as wide as this parts a line, in heights of a letter. */
const WIDEST_GAP = 7

/** The lines of a cell from top to bottom, whatever the gaps between their words. */
export function cellLines(words: readonly RecognisedWord[]): readonly TextLine[] {
  return rows(words).flatMap(parted).flatMap(withoutEdges).map(lineOf)
}

/** The words of each line, the leftmost first. */
function rows(words: readonly RecognisedWord[]): readonly (readonly RecognisedWord[])[] {
  const found: RecognisedWord[][] = []
  const byHeight = words.filter(({ text }) => SAYS_SOMETHING.test(text)).toSorted(higher)
  for (const word of byHeight) {
    const row = mostLevel(word, found)
    if (row === undefined) found.push([word])
    else row.push(word)
  }
  // Strokes are as high as two lines, and would make one of them.
  for (const word of words.filter(({ text }) => !SAYS_SOMETHING.test(text)))
    mostLevel(word, found)?.push(word)
  return found
    .map((row) => row.toSorted((one, other) => one.box.x - other.box.x))
    .toSorted((one, other) => middle(one) - middle(other))
}

const SAYS_SOMETHING = /[\p{L}\p{N}]/u
const higher = (one: RecognisedWord, other: RecognisedWord): number => other.box.height - one.box.height

/** The row that a word stands in: texts side by side need not stand on one line, and a word can touch the lines of both. */
function mostLevel(word: RecognisedWord, rows: readonly RecognisedWord[][]): RecognisedWord[] | undefined {
  const shares = rows.map((row) => Math.max(...row.map((other) => shareLevel(word, other))))
  const most = Math.max(0, ...shares)
  return most > 0.5 ? rows[shares.indexOf(most)] : undefined
}

const shareLevel = ({ box: one }: RecognisedWord, { box: other }: RecognisedWord): number =>
  (Math.min(bottomOf(one), bottomOf(other)) - Math.max(one.y, other.y)) /
  Math.max(1, Math.min(one.height, other.height))

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

/** Strokes and dots at the ends of a line are pieces of rules and captions. */
function withoutEdges(row: readonly RecognisedWord[]): readonly (readonly RecognisedWord[])[] {
  const first = row.findIndex(({ text }) => SAYS_SOMETHING.test(text))
  const last = row.findLastIndex(({ text }) => SAYS_SOMETHING.test(text) || /^[€£$]$/.test(text))
  return first < 0 ? [] : [row.slice(first, last + 1)]
}
