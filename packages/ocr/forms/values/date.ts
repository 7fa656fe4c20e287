import { formats } from '@ecmr/domain'
import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'
import { asDigits, DIGIT, REPAIRED } from './misread-digits.js'
import { monthNamed } from './months.js'

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

// By how surely each is a date.
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
