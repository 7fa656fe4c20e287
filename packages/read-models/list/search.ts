import { parseEcmrNumber } from '@ecmr/domain'
import type { ListItem } from './item.js'
import type { ListQuery } from './list-query.js'

// Letters that Unicode does not decompose into a base letter and a mark.
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
}
const UNDECOMPOSED = /[ßæœøđðłıþ]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what ASCII is
const ASCII = /^[\x00-\x7f]*$/

/** Text without accents and letter case, so that "Cádiz" and "CADIZ" are the same. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower
  const bare = lower.normalize('NFKD').replace(/\p{M}/gu, '')
  return bare.replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter)
}

const searchedFields = [
  'ecmr_number',
  'reference',
  'sender_company_name',
  'sender_city',
  'receiver_company_name',
  'receiver_city',
  'carrier_city',
  'pickup_city',
  'delivery_city',
  'vehicle_plate',
  'trailer_plate',
  'goods_description',
] as const satisfies readonly (keyof ListItem)[]

/** What one writes with blanks or dashes and another without: in the text as it was written, and without them. */
const codeFields = ['reference', 'vehicle_plate', 'trailer_plate'] as const

/**
 * What a search looks at: each value once, each word after a space. The carrier and the driver stand in lines of their own
 * behind the rest, so that a list can be searched for them alone.
 */
export function searchText(item: ListItem): string {
  const values = new Set<string>()
  for (const field of searchedFields) {
    const value = item[field]
    if (value !== undefined) values.add(value)
  }
  for (const field of codeFields) {
    const value = item[field]
    if (value !== undefined && SEPARATED.test(value)) values.add(compact(fold(value)))
  }
  const { carrier_company_name: carrier = '', driver_name: driver = '' } = item
  const lines = [[...values].join(' '), ...(carrier === '' && driver === '' ? [] : [carrier, driver])]
  return lines.map((line) => ` ${fold(line).replace(/\s+/g, ' ')}`).join('\n')
}

const SEPARATED = /[^\p{L}\p{N}]/u

const compact = (folded: string): string => folded.replace(/[^\p{L}\p{N}]+/gu, '')

/** LIKE patterns of which a text must match one. */
export type Alternatives = readonly string[]

const MOST_WORDS = 10

/**
 * What a note's search text must match: of each word of what is asked one of its alternatives, anywhere, or in the line of the
 * carrier or the driver.
 */
export function searchPatterns(
  query: Pick<ListQuery, 'search' | 'carrier' | 'driver'>,
): readonly Alternatives[] {
  const { search = '', carrier = '', driver = '' } = query
  return [
    ...wordsOf(parseEcmrNumber(search) ?? search).map((words) => words.map(containing)),
    ...wordsOf(carrier).map((words) => words.map((word) => `%\n${containing(word)}\n%`)),
    ...wordsOf(driver).map((words) => words.map((word) => `%\n%\n${containing(word)}`)),
  ]
}

/** The words of a text, each with the ways in which a code such as a plate may be written instead. */
function wordsOf(text: string): readonly Alternatives[] {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  const whole = codeIn(words.join(''))
  return [...new Set(words)]
    .slice(0, MOST_WORDS)
    .map((word) => [...new Set([word, codeIn(word) ?? word, whole ?? word])])
}

/** A plate or reference without what separates its parts; of fewer or more characters it could be anything. */
function codeIn(text: string): string | undefined {
  const code = compact(text)
  return code.length >= 4 && code.length <= 40 && /\p{N}/u.test(code) ? code : undefined
}

/**
 * Words of one or two letters match at the beginning of a word only: three letters make a trigram, and two letters
 * after a space do as well, so that the index helps in both cases.
 */
function containing(word: string): string {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  return word.length < 3 ? `% ${literal}%` : `%${literal}%`
}
