import { plainLetters } from '../fields/values/letters.js'
import type { RecognisedPage, RecognisedWord } from './recognised-page.js'

/** What forms that are filled in by programs print where nothing is stated; in the six languages of our own documents. */
const phrases: readonly (readonly [string, string])[] = [
  ['no', 'indicado'],
  ['nao', 'indicado'],
  ['not', 'given'],
  ['not', 'stated'],
  ['non', 'indique'],
  ['non', 'indicato'],
  ['nicht', 'angegeben'],
]

/**
 * A page without the words that say that nothing is stated, and without the captions that lead to them: no value is read of
 * either, and the place is as empty as on paper.
 */
export function withoutNotStated(page: RecognisedPage): RecognisedPage {
  const seconds = page.words.map((word) => plainLetters(word.text))
  const said = new Set(
    page.words.flatMap((word, index) => {
      const next = page.words[index + 1]
      const isSaid = phrases.some(
        ([first, second]) => seconds[index] === first && seconds[index + 1] === second,
      )
      return isSaid && next && standsBeside(word, next)
        ? [...captionBefore(page.words, index), word, next]
        : []
    }),
  )
  return said.size === 0 ? page : { ...page, words: page.words.filter((word) => !said.has(word)) }
}

/** The words of the line up to a colon that ends before a word. */
function captionBefore(words: readonly RecognisedWord[], index: number): readonly RecognisedWord[] {
  const last = words[index - 1]
  const next = words[index]
  if (!last?.text.endsWith(':') || !next || !standsBeside(last, next)) return []
  let first = index - 1
  for (let before = words[first - 1]; before && !before.text.endsWith(':'); before = words[first - 1]) {
    const after = words[first]
    if (!after || !standsBeside(before, after)) break
    first -= 1
  }
  return words.slice(first, index)
}

function standsBeside({ box: one }: RecognisedWord, { box: other }: RecognisedWord): boolean {
  const gap = other.x - one.x - one.width
  return gap > 0 && gap < one.height && Math.abs(one.y + one.height - other.y - other.height) < one.height / 2
}
