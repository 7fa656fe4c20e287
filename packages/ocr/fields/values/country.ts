import { countries } from '@ecmr/domain'
import type { FoundValue } from './found-value.js'
import { differAtMost, plainLetters } from './letters.js'
import { REPAIRED } from './numbers.js'

/** Countries that lorries of Europe reach: ISO 3166-1 alpha-2 and alpha-3, the sign that vehicles carry, the language. */
const table = `
  ES ESP E es, FR FRA F fr, DE DEU D de, IT ITA I it, PT PRT P pt, NL NLD NL nl, BE BEL B nl, LU LUX L fr, AT AUT A de,
  CH CHE CH de, LI LIE FL de, GB GBR UK en, IE IRL IRL en, DK DNK DK da, SE SWE S sv, NO NOR N nb, FI FIN FIN fi,
  IS ISL IS is, PL POL PL pl, CZ CZE CZ cs, SK SVK SK sk, HU HUN H hu, SI SVN SLO sl, HR HRV HR hr, RO ROU RO ro,
  BG BGR BG bg, GR GRC GR el, CY CYP CY el, MT MLT M mt, EE EST EST et, LV LVA LV lv, LT LTU LT lt, RS SRB SRB sr,
  BA BIH BIH bs, ME MNE MNE sr, MK MKD NMK mk, AL ALB AL sq, MD MDA MD ro, UA UKR UA uk, BY BLR BY be, RU RUS RUS ru,
  TR TUR TR tr, AD AND AND ca, MC MCO MC fr, SM SMR RSM it, GI GIB GBZ en, MA MAR MA fr, DZ DZA DZ fr, TN TUN TN fr`

interface RoadCountry {
  readonly code: string
  readonly iso3: string
  readonly sign: string
  readonly language: string
}

const roadCountries: readonly RoadCountry[] = table
  .trim()
  .split(/,\s*/)
  .map((row) => {
    const [code = '', iso3 = '', sign = '', language = ''] = row.split(' ')
    return { code, iso3, sign, language }
  })

const codes: ReadonlyMap<string, string> = new Map([
  ...roadCountries.map(({ code, sign }) => [sign, code] as const),
  ...roadCountries.map(({ code, iso3 }) => [iso3, code] as const),
  ...roadCountries.map(({ code }) => [code, code] as const),
])

/** The country of a code or of the sign of its vehicles, where such a thing is to be expected. */
export const countryOfCode = (code: string): string | undefined => codes.get(code)

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
function allCountryNames(): ReadonlyMap<string, string> {
  everywhere ??= new Map([
    ...Array.from(countries).flatMap((code) => namesOf(code, PAPER_LANGUAGES)),
    ...roadCountryNames(),
  ])
  return everywhere
}

/** The countries that lorries reach by their names in the languages of papers and in their own. */
function roadCountryNames(): ReadonlyMap<string, string> {
  reached ??= new Map([
    ...roadCountries.flatMap(({ code, language }) => namesOf(code, [...PAPER_LANGUAGES, language])),
    ...byHabit,
  ])
  return reached
}

const LONGEST = 200
// Not guessed from misread names: Almería is no Algeria.
const BEYOND_THE_SEA: ReadonlySet<string> = new Set(['DZ', 'MA', 'TN'])
// "Jaén (E)", "Lyon - FR", "Lyon, FRA"
const CODE_BEHIND = /(?:\(\s?([A-Z]{1,3})\s?\)|[-–,/]\s{0,2}([A-Z]{2,3}))\s{0,3}$/u
// "España (ES)"
const NAME_AND_CODE = /^(.{4,60}?)\s?\(([A-Z]{1,3})\)$/u
// "D-80331"
const CODE_BEFORE = /^\s{0,3}([A-Z]{1,3})\s?[-–]\s?(?=\d{4})/u

/** The country that a text names or abbreviates, ISO 3166-1 alpha-2. */
export function readCountry(text: string): FoundValue<string> | undefined {
  const source = text.slice(0, LONGEST).trim()
  return whole(source) ?? named(source) ?? coded(source)
}

/** The text is nothing but a country: any of the world, a code, or a name with a letter or two misread. */
function whole(source: string): FoundValue<string> | undefined {
  const name = plainLetters(source)
  const exact = allCountryNames().get(name)
  if (exact !== undefined) return { value: exact, source, plausibility: 1 }
  const both = NAME_AND_CODE.exec(source)
  const twice = both && allCountryNames().get(plainLetters(both[1] ?? ''))
  if (twice && twice === countryOfCode(both[2] ?? '')) return { value: twice, source, plausibility: 1 }
  const code = countryOfCode(source.replace(/[().]/g, ''))
  if (code !== undefined) return { value: code, source, plausibility: 0.95 }
  if (name.length < 6 || name.length > 30) return undefined
  const near = Array.from(roadCountryNames()).filter(
    ([known, code]) =>
      known.length > 4 && !BEYOND_THE_SEA.has(code) && differAtMost(known, name, name.length > 9 ? 2 : 1),
  )
  const [value, ...others] = new Set(near.map(([, each]) => each))
  return value === undefined || others.length > 0 ? undefined : { value, source, plausibility: REPAIRED }
}

/** Somewhere in the text stands the name of a country that lorries reach; the last one, for towns are named like some. */
function named(source: string): FoundValue<string> | undefined {
  const words = Array.from(source.matchAll(/[\p{L}.'’-]+/gu))
  for (let end = words.length; end > 0; end--) {
    for (let begin = Math.max(0, end - 4); begin < end; begin++) {
      const [first, last] = [words[begin], words[end - 1]]
      if (first === undefined || last === undefined) continue
      const part = source.slice(first.index, last.index + last[0].length).replace(/^[-.]+|[-.]+$/g, '')
      const value = part.length < 4 ? undefined : roadCountryNames().get(plainLetters(part))
      if (value !== undefined) return { value, source: part, plausibility: 0.97 }
    }
  }
  return undefined
}

function coded(source: string): FoundValue<string> | undefined {
  const found = CODE_BEHIND.exec(source) ?? CODE_BEFORE.exec(source)
  const code = found?.[1] ?? found?.[2]
  const value = code === undefined ? undefined : countryOfCode(code)
  return code === undefined || value === undefined ? undefined : { value, source: code, plausibility: 0.95 }
}
