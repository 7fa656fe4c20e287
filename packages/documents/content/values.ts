import { ecmrFields, type FieldName, type JsonValue } from '@ecmr/domain'
import { transportTypeNames } from '../captions/names.js'
import { words } from '../captions/words.js'
import type { DocumentLanguage } from '../document-input.js'

// Numbers and dates are written here and not by Intl, whose choices change with its version: the same note gives the same bytes.

const NO_BREAK_SPACE = '\u{a0}'

const separators: Readonly<Record<DocumentLanguage, readonly [group: string, decimal: string]>> = {
  es: ['.', ','],
  en: [',', '.'],
  fr: [NO_BREAK_SPACE, ','],
  de: ['.', ','],
  pt: [NO_BREAK_SPACE, ','],
  it: ['.', ','],
}

const plainDigits = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 })

/** A number, or the digits of one, with the separators of a language. */
export function writtenNumber(value: number | string, language: DocumentLanguage): string {
  const [group, decimal] = separators[language]
  const [whole = '', fraction] = (typeof value === 'number' ? plainDigits.format(value) : value).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group)
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`
}

/** `1.250,00 EUR` */
export function writtenMoney(
  amount: string,
  currency: string | undefined,
  language: DocumentLanguage,
): string {
  const number = writtenNumber(amount, language)
  return currency === undefined ? number : `${number}${NO_BREAK_SPACE}${currency}`
}

const months: Readonly<Record<DocumentLanguage, string>> = {
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  en: 'January February March April May June July August September October November December',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
}

/** A calendar day (YYYY-MM-DD) with the name of its month. */
export function writtenDate(date: string, language: DocumentLanguage): string {
  const [year = '', month, day] = date.split('-')
  const name = months[language].split(' ')[Number(month) - 1] ?? ''
  switch (language) {
    case 'es':
    case 'pt':
      return `${Number(day)} de ${name} de ${year}`
    case 'de':
      return `${Number(day)}. ${name} ${year}`
    case 'fr':
      return `${Number(day) === 1 ? '1er' : Number(day)} ${name} ${year}`
    case 'en':
    case 'it':
      return `${Number(day)} ${name} ${year}`
  }
}

const madrid = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Madrid',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'longOffset',
})

/** An instant (RFC 3339) on the clocks of Madrid, to the second: `2026-12-01 10:03:05 +01:00`. */
export function writtenInstant(instant: string): string {
  const parts = new Map(madrid.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
  const day = `${part('year')}-${part('month')}-${part('day')}`
  const time = `${part('hour')}:${part('minute')}:${part('second')}`
  return [day, time, part('timeZoneName').slice('GMT'.length)].join(NO_BREAK_SPACE)
}

const regionsIn = (language: DocumentLanguage) => new Intl.DisplayNames(language, { type: 'region' })
const regions: Readonly<Record<DocumentLanguage, Intl.DisplayNames>> = {
  es: regionsIn('es'),
  en: regionsIn('en'),
  fr: regionsIn('fr'),
  de: regionsIn('de'),
  pt: regionsIn('pt'),
  it: regionsIn('it'),
}

/** A country by name and ISO code: `España (ES)`. */
export function writtenCountry(code: string, language: DocumentLanguage): string {
  const name = regions[language].of(code)
  return name === undefined || name === code ? code : `${name} (${code})`
}

/** The value of a field as a person reads it; members of objects one after the other. */
export function writtenValue(field: FieldName, value: JsonValue, language: DocumentLanguage): string {
  if (field === 'transport_type' && (value === 'national' || value === 'international')) {
    return transportTypeNames[language][value]
  }
  if (typeof value !== 'string') return writtenJson(value, language)
  switch (ecmrFields[field].format) {
    case 'date':
      return writtenDate(value, language)
    case 'country':
      return writtenCountry(value, language)
    case 'decimal':
      return writtenNumber(value, language)
    default:
      return value
  }
}

function writtenJson(value: JsonValue, language: DocumentLanguage): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  if (typeof value === 'number') return writtenNumber(value, language)
  if (typeof value === 'boolean') return words[language][value ? 'yes' : 'no']
  return Object.values(value)
    .map((member) => writtenJson(member ?? null, language))
    .join('; ')
}
