import { readFileSync } from 'node:fs'
import { plainLetters } from './values/letters.js'

/** Common words of names, addresses and goods that are written with accents, by the country where they are: `words/accents.txt`. */
const spellings: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  readFileSync(new URL('../../words/accents.txt', import.meta.url), 'utf8')
    .trim()
    .replace(/\n +/g, ' ')
    .split('\n')
    .map((row) => [
      row.slice(0, 2),
      new Map(
        row
          .slice(4)
          .split(' ')
          .map((word) => [bare(word), word]),
      ),
    ]),
)

function bare(word: string): string {
  return plainLetters(word).replaceAll(' ', '')
}

const countries: Readonly<Record<string, string>> = {
  es: 'ES',
  fr: 'FR',
  de: 'DE',
  AT: 'DE',
  CH: 'DE',
  pt: 'PT',
  it: 'IT',
}

/** A text whose common words have the accents that recognition lost or took for others; `where`: a country or a language. */
export function withAccents(text: string, where: string | null): string {
  const known = spellings.get(countries[where ?? ''] ?? where ?? '')
  if (known === undefined) return text
  return text.replace(/\p{L}[\p{L}-]{2,}/gu, (word) => {
    const right = known.get(bare(word))
    return right === undefined ? word : inCaseOf(word, right)
  })
}

function inCaseOf(word: string, right: string): string {
  if (word === word.toUpperCase()) return right.toUpperCase()
  const [first = ''] = word
  return first === first.toUpperCase() ? `${right.slice(0, 1).toUpperCase()}${right.slice(1)}` : right
}
