import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { normalised } from './password-hash.js'

// What people here would choose, and the list, which is mostly English, does not have.
const OURS =
  'administrador bienvenida bienvenido bienvenidos cambiame camiones cartadeporte logistica ' +
  'miclave micontrasena mipassword mypassword teamomucho transporte transportes transportista'

let words: string | undefined

/**
 * Whether a text, in small letters, is among the 49,000 passwords that are chosen most. They are kept as one text, which
 * takes a tenth of the memory of a set and is searched in less than a millisecond; nothing is read before it is needed.
 */
function isCommonPassword(text: string): boolean {
  words ??= read()
  return words.includes(`\n${text}\n`)
}

function read(): string {
  const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(list)) throw new Error(`${file} is not the list of passwords that we know.`)
  return `\n${[...list, ...OURS.split(' ')].join('\n')}\n`
}

// The rows of a keyboard: adjacent keys follow from each other.
const KEYBOARD = ['1234567890', 'qwertyuiop', 'asdfghjklñ', 'zxcvbnm']

/** How many characters of a text do not follow from the one before, as in a row of keys, a count or a repetition. */
function unpredictableCharacters(text: string): number {
  const characters = [...text]
  return characters.filter((character, at) => at === 0 || !follows(characters[at - 1] ?? '', character))
    .length
}

function follows(before: string, after: string): boolean {
  const step = (after.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)
  return Math.abs(step) <= 1 || areAdjacent(before, after)
}

function areAdjacent(a: string, b: string): boolean {
  const [one, other] = [keyOf(a), keyOf(b)]
  if (one === undefined || other === undefined) return false
  return Math.abs(one.row - other.row) <= 1 && Math.abs(one.column - other.column) <= 1
}

function keyOf(character: string): { readonly row: number; readonly column: number } | undefined {
  const row = KEYBOARD.findIndex((keys) => keys.includes(character))
  return row < 0 ? undefined : { row, column: KEYBOARD[row]?.indexOf(character) ?? 0 }
}

const LEET = new Map(
  Object.entries({ 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '€': 'e' }),
)

/** A text, and what it says to who reads `p4ssw0rd`; with and without accents. */
function spellings(text: string): readonly string[] {
  const read = (one: string): string => text.replace(/[0134578@$€!|]/g, (sign) => LEET.get(sign) ?? one)
  return [
    ...new Set([text, read('i'), read('l')].flatMap((spelling) => [spelling, withoutAccents(spelling)])),
  ]
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}

/** Only its letters and digits. */
function compact(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** So many unpredictable characters make up for a common word. */
const ENOUGH_UNPREDICTABLE = 9

const FEWEST_UNPREDICTABLE = 6
const SHORTEST_WORD = 4
// What is shorter would be too short, and does not become a password by being typed twice.
const SHORTEST_REPEATED = 12

/** Whether an attacker who tries common passwords and their variations finds this one soon. */
function isCommon(clear: string): boolean {
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

/** Whether a password contains some of these words, and little besides. */
function isMadeOf(clear: string, known: readonly string[]): boolean {
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

/** How long a password must and may be, in characters as people count them. */
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

// More than a text of that many characters can have, however they are composed. What is longer is not read at all: it would
// take a while, and other requests would wait.
const LONGEST_READ = 20 * LONGEST_PASSWORD

export type PasswordFault = 'too_short' | 'too_long' | 'too_common' | 'too_personal'

/**
 * What keeps a text from being a password, `undefined` when nothing does.
 *
 * @param personal what others know of the person: name, mail address, company
 */
export function passwordFault(clear: string, personal: readonly string[]): PasswordFault | undefined {
  if (clear.length > LONGEST_READ) return 'too_long'
  const password = normalised(clear)
  const length = [...password].length
  if (length < SHORTEST_PASSWORD) return 'too_short'
  if (length > LONGEST_PASSWORD) return 'too_long'
  if (isCommon(password)) return 'too_common'
  const known = personal.map((text) => text.slice(0, LONGEST_READ))
  return isMadeOf(password, known) ? 'too_personal' : undefined
}
