import { ENOUGH_UNPREDICTABLE } from './is-common.js'
import { compact, spellings, withoutAccents } from './spellings.js'
import { unpredictableCharacters } from './unpredictable-characters.js'

const SHORTEST_WORD = 4

/** Whether a password contains some of these words, and little besides. */
export function isMadeOf(clear: string, known: readonly string[]): boolean {
  const words = known
    .flatMap((text) =>
      withoutAccents(text)
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length)
  return spellings(clear.toLowerCase()).some((spelling) => {
    const text = compact(spelling)
    const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
    return rest !== text && unpredictableCharacters(rest) < ENOUGH_UNPREDICTABLE
  })
}
