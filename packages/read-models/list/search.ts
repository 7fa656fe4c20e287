import { parseEcmrNumber } from '@ecmr/domain'
import type { ListItem } from './item.js'

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
  'carrier_company_name',
  'carrier_city',
  'pickup_city',
  'delivery_city',
  'vehicle_plate',
  'trailer_plate',
  'goods_description',
] as const satisfies readonly (keyof ListItem)[]

/** What a search looks at: each value once, each word after a space. */
export function searchText(item: ListItem): string {
  const values = new Set<string>()
  for (const field of searchedFields) {
    const value = item[field]
    if (value !== undefined) values.add(value)
  }
  return ` ${fold([...values].join(' ')).replace(/\s+/g, ' ')}`
}

const MOST_WORDS = 10

/**
 * The LIKE patterns that a note's search text must all match: every word of the query, anywhere.
 *
 * Words of one or two letters match at the beginning of a word only: three letters make a trigram, and two letters
 * after a space do as well, so that the index helps in both cases.
 */
export function searchPatterns(query: string): readonly string[] {
  const number = parseEcmrNumber(query)
  const words = fold(number ?? query)
    .split(/\s+/)
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, MOST_WORDS).map((word) => {
    const literal = word.replace(/[\\%_]/g, '\\$&')
    return word.length < 3 ? `% ${literal}%` : `%${literal}%`
  })
}
