import { readFileSync } from 'node:fs'
import { languages, type PaperLanguage } from '../drawn-page.js'

/** The countries that the parties live in. */
const homeCountries = ['ES', 'FR', 'DE', 'IT', 'PT', 'NL', 'GB', 'BE', 'AT'] as const
export type Country = (typeof homeCountries)[number]

/** The rows of a table beside this file; indented lines continue the line above. */
export const rowsOf = (table: 'words' | 'goods' | 'countries'): readonly string[] =>
  readFileSync(new URL(`../../../ocr-corpus/data/${table}.txt`, import.meta.url), 'utf8')
    .replace(/\n +/g, ' ')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))

const printed = new Map(
  rowsOf('words').map((row) => [row.slice(0, row.indexOf(' |')), row.split(' | ').slice(1)]),
)

// The CMR form is printed in four languages only; what stands on it has no more.
function cellsFor(name: string): Readonly<Record<PaperLanguage, string>> {
  const [es, en, fr, de, it = en, pt = en] = printed.get(name) ?? []
  if (es === undefined || en === undefined || fr === undefined || de === undefined)
    throw new Error(`words.txt has no row for ${name} in ${languages.join(', ')}`)
  return { es, en, fr, de, it: it ?? en, pt: pt ?? en }
}

/** For each language what is made of a row's cell. */
function inEach<Made>(name: string, make: (cell: string) => Made): Readonly<Record<PaperLanguage, Made>> {
  const { es, en, fr, de, it, pt } = cellsFor(name)
  return { es: make(es), en: make(en), fr: make(fr), de: make(de), it: make(it), pt: make(pt) }
}

/** What papers print in each language. */
export const wordFor = (name: string): Readonly<Record<PaperLanguage, string>> =>
  inEach(name, (cell) => cell.split(' // ')[0] ?? cell)

/** The variants of it. */
export const wordsFor = (name: string): Readonly<Record<PaperLanguage, readonly string[]>> =>
  inEach(name, (cell) => (cell.split(' // ')[0] ?? cell).split('; '))

/** The variants that only papers of held-out families have; the usual ones where there are none. */
export const rareWordsFor = (name: string): Readonly<Record<PaperLanguage, readonly string[]>> =>
  inEach(name, (cell) => variants(cell.split(' // ').slice(0, 2)))

/** The variants that stand at the head of columns of held-out families: no reader was made from them. */
export const columnWordsFor = (name: string): Readonly<Record<PaperLanguage, readonly string[]>> =>
  inEach(name, (cell) => variants(cell.split(' // ')))

const variants = (parts: readonly string[]): readonly string[] => parts.at(-1)?.split('; ') ?? []

const ofCountries = new Map<string, readonly string[]>()
let section = ''
for (const row of rowsOf('countries')) {
  if (row.startsWith('[')) section = row.slice(1, -1)
  else {
    const end = row.indexOf(': ')
    ofCountries.set(`${section} ${row.slice(0, end)}`, row.slice(end + 2).split('; '))
  }
}

/** What the papers of a country have, such as its streets. */
export function ofCountry(country: Country, what: string): readonly string[] {
  const items = ofCountries.get(`${country} ${what}`)
  if (items === undefined) throw new Error(`countries.txt has no ${what} of ${country}`)
  return items
}
