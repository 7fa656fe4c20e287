import { countries } from '@ecmr/domain'
import { plainLetters } from '../plain-letters.js'
import { roadCountries } from './road-countries.js'

const PAPER_LANGUAGES = ['es', 'en', 'fr', 'de', 'it', 'pt', 'nl', 'pl', 'ca']

// What people write and no table of names holds.
const byHabit: readonly (readonly [string, string])[] = [
  [
    'GB',
    'Great Britain,Gran Bretaña,Grande-Bretagne,Großbritannien,England,Inglaterra,Angleterre,Scotland,Wales,UK,U.K.',
  ],
  ['NL', 'Holland,Holanda,Hollande,The Netherlands,Nederland'],
  ['CZ', 'República Checa,Czech Republic,République tchèque,Tschechische Republik,Tschechien'],
  ['DE', 'R.F.A.,BRD'],
  ['MK', 'Macedonia,Mazedonien,Macédoine'],
  ['TR', 'Turkey,Turquía,Turquie,Türkei'],
].flatMap(([code = '', names = '']) => names.split(',').map((name) => [plainLetters(name), code] as const))

function namesOf(code: string, languages: readonly string[]): readonly (readonly [string, string])[] {
  return languages.flatMap((language) => {
    const name = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code)
    return name === undefined ? [] : [[plainLetters(name), code] as const]
  })
}

let everywhere: ReadonlyMap<string, string> | undefined
let reached: ReadonlyMap<string, string> | undefined

/** Every country by its names in the languages of papers, in plain letters. */
export function allCountryNames(): ReadonlyMap<string, string> {
  everywhere ??= new Map([
    ...Array.from(countries).flatMap((code) => namesOf(code, PAPER_LANGUAGES)),
    ...roadCountryNames(),
  ])
  return everywhere
}

/** The countries that lorries reach by their names in the languages of papers and in their own. */
export function roadCountryNames(): ReadonlyMap<string, string> {
  reached ??= new Map([
    ...roadCountries.flatMap(({ code, language }) => namesOf(code, [...PAPER_LANGUAGES, language])),
    ...byHabit,
  ])
  return reached
}
