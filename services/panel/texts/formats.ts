import type { Language } from '@ecmr/contract'
import type { DocumentLanguage } from '@ecmr/domain'

const LOCALES: Readonly<Record<DocumentLanguage, string>> = {
  es: 'es-ES',
  en: 'en-GB',
  fr: 'fr-FR',
  de: 'de-DE',
  pt: 'pt-PT',
  it: 'it-IT',
}

/** How a page writes dates, times and numbers. */
export interface Formats {
  /** an instant (RFC 3339), to the minute */
  instant(at: string): string
  /** an instant (RFC 3339), to the second: where its order among others, or a comparison with logs, matters */
  second(at: string): string
  /** a calendar date, YYYY-MM-DD */
  date(day: string): string
  /** every digit that was given */
  number(value: number): string
  /**
   * Money with at least the decimals of its currency.
   *
   * @param amount a decimal string, of which every digit is shown
   * @param currency ISO 4217
   */
  money(amount: string, currency: string | undefined): string
}

const kept = new Map<string, Formats>()

/** @param timeZone IANA name */
export function formatsFor(language: DocumentLanguage, timeZone: string): Formats {
  const name = `${language} ${timeZone}`
  const known = kept.get(name)
  if (known) return known
  const locale = LOCALES[language]
  const instants = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const seconds = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: MOST_DECIMALS })
  const formats: Formats = {
    instant: (at) => instants.format(new Date(at)),
    second: (at) => seconds.format(new Date(at)),
    date: (day) => dates.format(new Date(`${day}T00:00:00Z`)),
    number: (value) => numbers.format(`${value}`),
    money: (amount, currency) => {
      if (!isDecimal(amount)) return currency === undefined ? amount : `${amount} ${currency}`
      const [, decimals = ''] = amount.split('.')
      return moneyFormat(locale, decimals.length, currency).format(amount)
    },
  }
  kept.set(name, formats)
  return formats
}

/** Numbers are given with fewer; a double has no more. */
const MOST_DECIMALS = 20
/** As text a decimal keeps all its digits, of which a double holds some 16. Formats take as many decimals as notes do. */
function isDecimal(amount: string): amount is `${number}` {
  return /^\d+(\.\d{1,20})?$/.test(amount)
}

const moneyFormats = new Map<string, Intl.NumberFormat>()

function moneyFormat(locale: string, decimals: number, currency: string | undefined): Intl.NumberFormat {
  const name = `${locale} ${decimals} ${currency}`
  const known = moneyFormats.get(name)
  if (known) return known
  // By its code: many currencies share a sign.
  const inCurrency = currency ? ({ style: 'currency', currency, currencyDisplay: 'code' } as const) : {}
  const { minimumFractionDigits = 0 } = new Intl.NumberFormat(locale, inCurrency).resolvedOptions()
  const format = new Intl.NumberFormat(locale, {
    ...inCurrency,
    minimumFractionDigits: Math.max(decimals, minimumFractionDigits),
    maximumFractionDigits: Math.max(decimals, minimumFractionDigits),
  })
  moneyFormats.set(name, format)
  return format
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A number of bytes as people read it: 1.2 GB, of 1,024 MB each. */
export function bytesText(bytes: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)))
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 })
  return `${number.format(bytes / 1_024 ** power)} ${UNITS[power]}`
}
