import { isCommonPassword } from './common-passwords.js'

/** So many characters that nobody can foresee make up for a word that everybody tries. */
const ENOUGH = 9
const FEWEST_SURPRISES = 6
const SHORTEST_WORD = 4
const LONGEST_REPEATED = 8

// In these, letters that are side by side or one below the other are neighbours.
const KEYBOARD = ['1234567890', 'qwertyuiop', 'asdfghjklñ', 'zxcvbnm']
const LEET = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '€': 'e' }

/** Whether whoever tries the commonest passwords, and what people make of them, comes to this one soon. */
export function isCommon(clear: string): boolean {
  const text = clear.toLowerCase()
  if (surprises(text) < FEWEST_SURPRISES) return true
  const unit = repeated(text)
  if (unit.length <= LONGEST_REPEATED && unit !== text) return true
  return spellings(unit).some((spelling) => isCommonPassword(spelling) || isPaddedWord(spelling))
}

/** Whether there is little in it besides these words. */
export function isMadeOf(clear: string, words: readonly string[]): boolean {
  const known = words
    .flatMap((word) => folded(word).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length)
  return spellings(clear.toLowerCase()).some((spelling) => {
    const text = folded(spelling).replace(/[^\p{L}\p{N}]/gu, '')
    const rest = known.reduce((left, word) => left.replaceAll(word, ''), text)
    return rest !== text && surprises(rest) < ENOUGH
  })
}

/** A common word between digits and signs, such as `¡Password1234!`. */
function isPaddedWord(text: string): boolean {
  const [, before = '', word = '', after = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/u.exec(text) ?? []
  if (word.length < SHORTEST_WORD || surprises(before + after) >= ENOUGH) return false
  return isCommonPassword(word) || isCommonPassword(folded(word)) || isCommonPassword(repeated(word))
}

/** A text, and what it says to who reads `p4ssw0rd`. */
function spellings(text: string): readonly string[] {
  const read = (one: string): string =>
    text.replace(/[0134578@$€!|]/g, (sign) => LEET[sign as keyof typeof LEET] ?? one)
  return [text, read('i'), read('l')]
}

/** How many of its characters do not follow from the one before, as in a row of keys, a count or a repetition. */
function surprises(text: string): number {
  const characters = [...text]
  return characters.filter((character, at) => at === 0 || !follows(characters[at - 1] ?? '', character))
    .length
}

function follows(before: string, after: string): boolean {
  const step = (after.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)
  return Math.abs(step) <= 1 || areNeighbours(before, after)
}

function areNeighbours(a: string, b: string): boolean {
  const [one, other] = [keyOf(a), keyOf(b)]
  if (one === undefined || other === undefined) return false
  return Math.abs(one.row - other.row) <= 1 && Math.abs(one.column - other.column) <= 1
}

function keyOf(character: string): { readonly row: number; readonly column: number } | undefined {
  const row = KEYBOARD.findIndex((keys) => keys.includes(character))
  return row < 0 ? undefined : { row, column: KEYBOARD[row]?.indexOf(character) ?? 0 }
}

/** What a text repeats, from its first character to its last; itself when it repeats nothing. */
function repeated(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1)
  return text.slice(0, period)
}

/** Without accents, in small letters. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
