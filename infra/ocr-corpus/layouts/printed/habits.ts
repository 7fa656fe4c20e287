import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { rareWordsFor, wordsFor } from '../../data/tables.js'
import type { PaperLanguage, Truth } from '../../drawn-page.js'
import type { Sheet } from '../paper/sheet.js'

const months: Readonly<Record<PaperLanguage, readonly string[]>> = {
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
    ' ',
  ),
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
}

type DateStyle = 'slashes' | 'dashes' | 'points' | 'short_year' | 'words' | 'iso'

const dateStyles: Readonly<Record<PaperLanguage, readonly DateStyle[]>> = {
  es: ['slashes', 'slashes', 'dashes', 'points', 'short_year', 'words', 'iso'],
  en: ['slashes', 'dashes', 'points', 'words', 'words', 'iso'],
  fr: ['slashes', 'slashes', 'points', 'short_year', 'words', 'iso'],
  de: ['points', 'points', 'points', 'short_year', 'words', 'iso'],
  it: ['slashes', 'slashes', 'points', 'short_year', 'words'],
  pt: ['slashes', 'dashes', 'dashes', 'words', 'iso'],
}

/** A date (YYYY-MM-DD) as people write it, the day before the month. */
export function printedDate(date: string, style: DateStyle, language: PaperLanguage): string {
  const [year = '', month = '', day = ''] = date.split('-')
  switch (style) {
    case 'slashes':
      return `${day}/${month}/${year}`
    case 'dashes':
      return `${day}-${month}-${year}`
    case 'points':
      return `${day}.${month}.${year}`
    case 'short_year':
      return language === 'de' ? `${day}.${month}.${year.slice(2)}` : `${day}/${month}/${year.slice(2)}`
    case 'words':
      return inWords(Number(day), months[language][Number(month) - 1] ?? '', year, language)
    case 'iso':
      return date
    default:
      return style satisfies never
  }
}

function inWords(day: number, month: string, year: string, language: PaperLanguage): string {
  switch (language) {
    case 'es':
    case 'pt':
      return `${day} de ${month} de ${year}`
    case 'en':
    case 'it':
      return `${day} ${month} ${year}`
    case 'fr':
      return `${day === 1 ? '1er' : day} ${month} ${year}`
    case 'de':
      return `${day}. ${month} ${year}`
    default:
      return language satisfies never
  }
}

interface NumberStyle {
  readonly thousands: '.' | ',' | ' ' | ''
  readonly decimals: '.' | ','
  /** decimals that are written even when they are zero */
  readonly always: 0 | 2
}

const style = (thousands: NumberStyle['thousands'], decimals: NumberStyle['decimals'], always: 0 | 2 = 0) =>
  ({ thousands, decimals, always }) as const

const numberStyles: Readonly<Record<PaperLanguage, readonly NumberStyle[]>> = {
  es: [style('.', ','), style('.', ','), style('.', ',', 2), style('', ','), style(' ', ',')],
  en: [style(',', '.'), style(',', '.'), style(',', '.', 2), style('', '.'), style(' ', '.')],
  fr: [style(' ', ','), style(' ', ','), style(' ', ',', 2), style('', ','), style('.', ',')],
  de: [style('.', ','), style('.', ','), style('.', ',', 2), style('', ',')],
  it: [style('.', ','), style('.', ',', 2), style('', ',')],
  pt: [style('.', ','), style(' ', ','), style('', ',', 2)],
}

/** A number with up to two decimals as people write it. */
export function printedNumber(value: number, { thousands, decimals, always }: NumberStyle): string {
  const [whole = '', part = ''] = (
    always === 2 || !Number.isInteger(value) ? value.toFixed(2) : String(value)
  ).split('.')
  const shown = always === 2 ? part : part.replace(/0+$/, '')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)
  return shown === '' ? grouped : `${grouped}${decimals}${shown}`
}

/** How the person who fills in a paper writes; the same all over the paper. */
export interface Habits {
  readonly language: PaperLanguage
  readonly dates: DateStyle
  readonly numbers: NumberStyle
  readonly writesCapitals: boolean
  readonly country:
    | 'name'
    | 'own_name'
    | 'name_in_brackets'
    | 'sign_before_code'
    | 'code_before_code'
    | 'code_after_city'
  readonly taxId: 'plain' | 'dashed' | 'with_country'
  /** the tax identification stands below the name, not at the end */
  readonly taxIdFirst: boolean
  /** within a country few write its name */
  readonly namesCountries: boolean
  /** the whole address on as few lines as it needs */
  readonly runsOn: boolean
  /** every line of an address has a caption of its own */
  readonly captionsAddress: boolean
  /** uses words that only papers of held-out families have */
  readonly rareWords: boolean
  readonly unit: 'kg' | 'Kg' | 'KG' | 'kgs' | ''
}

export function habits(chance: Chance, language: PaperLanguage, isNational: boolean): Habits {
  return {
    language,
    dates: chance.oneOf(dateStyles[language]),
    numbers: chance.oneOf(numberStyles[language]),
    writesCapitals: chance.happens(0.4),
    country: chance.oneOf<Habits['country']>([
      'name',
      'name',
      'own_name',
      'name_in_brackets',
      'sign_before_code',
      'code_before_code',
      'code_after_city',
    ]),
    taxId: chance.oneOf(['plain', 'dashed', 'with_country']),
    taxIdFirst: chance.happens(0.3),
    namesCountries: !isNational || chance.happens(0.35),
    runsOn: chance.happens(0.15),
    captionsAddress: false,
    rareWords: false,
    unit: chance.oneOf(['kg', 'kg', 'Kg', 'KG', 'kgs', '']),
  }
}

/** A text as it is typed: keyboards have one apostrophe. */
export const typed = ({ writesCapitals }: Habits, text: string): string => {
  const plain = text.replaceAll('’', "'")
  return writesCapitals ? plain.toUpperCase() : plain
}

/** What is drawn on which sheet, how its writer writes, and the chance that decides the rest. */
export interface Drawing {
  readonly sheet: Sheet
  readonly paper: Consignment
  readonly habits: Habits
  readonly chance: Chance
}

/** One of the words that a paper can call something; half of those of held-out families are rare ones. */
export function wordOf(
  { habits, chance }: Pick<Drawing, 'habits' | 'chance'>,
  name: string,
  rare = rareWordsFor,
): string {
  const words = habits.rareWords && chance.happens(0.5) ? rare(name) : wordsFor(name)
  return chance.oneOf<string>(words[habits.language])
}

export const colon = (language: PaperLanguage): string => (language === 'fr' ? ' :' : ':')

/** A day (YYYY-MM-DD) as the writer types it. */
export const typedDate = (habits: Habits, date: string): string =>
  typed(habits, printedDate(date, habits.dates, habits.language))

/** What stands in one place of a paper, line by line, and what it means. */
export interface Printed {
  readonly lines: readonly string[]
  readonly truth: Truth
}

export const nothing: Printed = { lines: [], truth: {} }

export const together = (...all: readonly Printed[]): Printed => ({
  lines: all.flatMap(({ lines }) => lines),
  truth: Object.assign({}, ...all.map(({ truth }) => truth)) as Truth,
})
