import { formats } from '@ecmr/domain'
import type { FoundValue, Hints } from './found-value.js'
import { differAtMost, plainLetters } from './letters.js'
import { asDigits, DIGIT, REPAIRED } from './numbers.js'

const LANGUAGES = ['es', 'en', 'fr', 'de', 'it', 'pt', 'nl']
const months = Array.from({ length: 12 }, (_, at) => at + 1)

// Every name of a month, whole and short, with its number.
const names: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    (['short', 'long'] as const).flatMap((style) => {
      const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      return months.map((month) => [plainLetters(format.format(Date.UTC(2026, month - 1))), month] as const)
    }),
  ),
)

/** The number of a month that is written out or shortened to three letters or more; undefined when it is none. */
function monthNamed(text: string): { readonly month: number; readonly repaired: boolean } | undefined {
  const name = plainLetters(text)
  if (name.length < 3) return undefined
  const exact = names.get(name) ?? only([...names].filter(([known]) => known.startsWith(name)))
  if (exact !== undefined) return { month: exact, repaired: false }
  if (name.length < 5) return undefined
  const near = only([...names].filter(([known]) => known.length > 4 && differAtMost(known, name, 1)))
  return near === undefined ? undefined : { month: near, repaired: true }
}

function only(found: readonly (readonly [string, number])[]): number | undefined {
  const [first, ...others] = new Set(found.map(([, month]) => month))
  return others.length === 0 ? first : undefined
}

const START = '(?<![\\p{L}\\p{N}])'
const END = '(?![\\p{L}\\p{N}])'
// Not a word's end such as the il of avril: one of the first two signs is a digit.
const DIGITS_AHEAD = `(?=${DIGIT}?\\d)`
const YEAR = `${DIGITS_AHEAD}(?<year>${DIGIT}{4})`
const ANY_YEAR = `${DIGITS_AHEAD}(?<year>${DIGIT}{4}|${DIGIT}{2})`
const DAY = `${DIGITS_AHEAD}(?<day>${DIGIT}{1,2})`
const NAME = '(?<name>\\p{L}{3,10}?)'
const ORDINAL = '(?:er|st|nd|rd|th|[.ºª°])?'
const JOIN = '[\\s.,/-]{0,3}(?:(?:del?|of)(?!\\p{L}))?[\\s.,/-]{0,3}'

// With how plausibly each is a date.
const ways: readonly { readonly pattern: RegExp; readonly plausibility: number }[] = [
  [`${YEAR}(?<s>[-./])(?<month>${DIGIT}{1,2})\\k<s>(?<day>${DIGIT}{1,2})`, 1] as const,
  [`${DAY}\\s?(?<s>[-./])\\s?(?<month>${DIGIT}{1,2})\\s?\\k<s>\\s?${ANY_YEAR}`, 1] as const,
  [`${DAY}${ORDINAL}${JOIN}${NAME}${JOIN}${ANY_YEAR}`, 1] as const,
  [`${NAME}\\.?\\s{0,2}${DAY}${ORDINAL},?\\s{0,2}${YEAR}`, 1] as const,
  [`${DAY}\\s?[-./, ]\\s?(?<month>${DIGIT}{1,2})\\s?[-./, ]\\s?(?<year>20${DIGIT}{2})`, 0.75] as const,
  // a stroke taken for a digit or lost
  ['(?<day>\\d{2})[/17]?(?<month>\\d{2})[/17]?(?<year>20\\d{2})', 0.5] as const,
].map(([pattern, plausibility]) => ({ pattern: new RegExp(START + pattern + END, 'giu'), plausibility }))

/** The first day that a text names, YYYY-MM-DD. */
export function readDate(text: string, hints: Hints = {}): FoundValue<string> | undefined {
  for (const { pattern, plausibility } of ways) {
    for (const found of text.matchAll(pattern)) {
      const date = dayOf(found.groups ?? {}, hints)
      if (date !== undefined)
        return { value: date.value, source: found[0], plausibility: plausibility * date.plausibility }
    }
  }
  return undefined
}

type Parts = Readonly<Record<string, string | undefined>>

function dayOf({ day = '', month = '', year = '', name }: Parts, hints: Hints) {
  const [dayDigits, yearDigits] = [asDigits(day), asDigits(year)]
  const named = name === undefined ? undefined : monthNamed(name)
  const monthDigits = asDigits(month)
  if (dayDigits === undefined || yearDigits === undefined) return undefined
  if (name === undefined ? monthDigits === undefined : named === undefined) return undefined
  const repaired = [dayDigits, yearDigits, named ?? monthDigits].some((part) => part?.repaired)
  const parts = [
    Number(yearDigits.digits),
    named?.month ?? Number(monthDigits?.digits),
    Number(dayDigits.digits),
  ] as const
  const date = named === undefined ? inOrder(...parts, hints) : exactly(...parts, 1)
  return date === undefined
    ? undefined
    : { ...date, plausibility: date.plausibility * (repaired ? REPAIRED : 1) }
}

/** Day and month as Europe orders them; the other way round only where nothing else makes sense. */
function inOrder(year: number, month: number, day: number, { language }: Hints) {
  const ambiguous = language === 'en' && day <= 12 && month <= 12 && day !== month && year > 31
  return (
    exactly(year, month, day, ambiguous ? 0.8 : 1) ?? exactly(year, day, month, language === 'en' ? 0.8 : 0.5)
  )
}

function exactly(year: number, month: number, day: number, plausibility: number) {
  const century = year < 100 ? 2000 + year : year
  const value = [String(century).padStart(4, '0'), two(month), two(day)].join('-')
  if (!formats.date(value)) return undefined
  const ofOurTime = century >= 2000 && century < 2060
  return { value, plausibility: plausibility * (ofOurTime ? 1 : 0.4) * (year < 100 ? 0.97 : 1) }
}

const two = (part: number): string => String(part).padStart(2, '0')

// "2026-11-26 01:09:00"
const RECORDED = /\d[T\s,]{1,2}\d{1,2}:\d{2}:\d{2}/

/** Whether a text has a moment to the second: programs print so when something happened, and no day is agreed so. */
export const isRecordedMoment = (text: string): boolean => RECORDED.test(text)

/** From when to when, HH:MM. */
interface TimeWindow {
  readonly from: string | null
  readonly to: string | null
}

const CLOCK = '(\\d{1,2})\\s?(?:[:.h]\\s?(\\d{2})|h|uhr)'
const HOURS = '(?:\\s?(?:h|hs|hrs|horas?|heures?|uhr)\\b\\.?)?'
const UNTIL_TIME = '\\s{0,2}(?:-|–|—|/|a|y|to|and|bis|und|à|et|hasta|till?|until)\\s{0,2}(?:las\\s)?'
const EDGE = '(?<![\\p{N}.,:/+-])'
const END_OF_TIME = '(?![\\p{N}/]|[.:]\\d)'
const SPAN = new RegExp(`${EDGE}${CLOCK}${HOURS}${UNTIL_TIME}${CLOCK}${HOURS}${END_OF_TIME}`, 'iu')
const LONE = new RegExp(`${EDGE}${CLOCK}${HOURS}${END_OF_TIME}`, 'iu')
const UNTIL =
  /(?:antes de|hasta|until|till?|before|by|bis|vor|avant|jusqu.{1,3})(?:\s(?:las|las\s)?)?\s{0,2}$/i

/** The first time or span of time in a text. A lone time is the beginning, unless the text says that it is the end. */
export function readTimeWindow(text: string): FoundValue<TimeWindow> | undefined {
  const span = SPAN.exec(text)
  if (span !== null) {
    const [from, to] = [clock(span[1], span[2]), clock(span[3], span[4])]
    if (from !== null && to !== null)
      return { value: { from, to }, source: span[0].trim(), plausibility: from <= to ? 1 : 0.4 }
  }
  const lone = LONE.exec(text)
  const time = lone === null ? null : clock(lone[1], lone[2])
  if (lone === null || time === null) return undefined
  const ends = UNTIL.test(text.slice(Math.max(0, lone.index - 20), lone.index))
  const value = ends ? { from: null, to: time } : { from: time, to: null }
  return { value, source: lone[0].trim(), plausibility: 0.8 }
}

function clock(hours = '', minutes = '00'): string | null {
  const time = `${hours.padStart(2, '0')}:${minutes}`
  return formats['clock-time'](time) ? time : null
}
