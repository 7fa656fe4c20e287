import { isCommonPassword } from './common-passwords.js'
import { compact, spellings } from './spellings.js'
import { unpredictableCharacters } from './unpredictable-characters.js'

/** So many unpredictable characters make up for a common word. */
export const ENOUGH_UNPREDICTABLE = 9

const FEWEST_UNPREDICTABLE = 6
const SHORTEST_WORD = 4
// What is shorter would be too short, and does not become a password by being typed twice.
const SHORTEST_REPEATED = 12

/** Whether an attacker who tries common passwords and their variations finds this one soon. */
export function isCommon(clear: string): boolean {
  const text = clear.toLowerCase()
  if (unpredictableCharacters(text) < FEWEST_UNPREDICTABLE) return true
  return [text, compact(text)].some((form) => isRepetition(form) || isKnown(form))
}

function isRepetition(text: string): boolean {
  const unit = repeated(text)
  return unit !== text && (unit.length < SHORTEST_REPEATED || isKnown(unit))
}

function isKnown(text: string): boolean {
  return spellings(text).some((spelling) => isCommonPassword(spelling) || isPaddedWord(spelling))
}

/** A common word between digits and signs, such as `¡Password1234!`. */
function isPaddedWord(text: string): boolean {
  const [, before = '', word = '', after = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/u.exec(text) ?? []
  if (word.length < SHORTEST_WORD || unpredictableCharacters(before + after) >= ENOUGH_UNPREDICTABLE)
    return false
  return spellings(repeated(word)).some(isCommonPassword)
}

/** What a text repeats from its first character to its last; itself when it repeats nothing. */
function repeated(text: string): string {
  return text.slice(0, `${text}${text}`.indexOf(text, 1))
}
