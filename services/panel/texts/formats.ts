import type { Language } from '@ecmr/contract'

const LOCALES: Readonly<Record<Language, string>> = { es: 'es-ES', en: 'en-GB' }

/** How a page writes dates, times and numbers. */
export interface Formats {
  /** an instant (RFC 3339), to the minute */
  instant(at: string): string
  /** a calendar date, YYYY-MM-DD */
  date(day: string): string
  number(value: number): string
}

const kept = new Map<string, Formats>()

/** @param timeZone IANA name */
export function formatsFor(language: Language, timeZone: string): Formats {
  const name = `${language} ${timeZone}`
  const known = kept.get(name)
  if (known) return known
  const locale = LOCALES[language]
  const instants = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const numbers = new Intl.NumberFormat(locale)
  const formats: Formats = {
    instant: (at) => instants.format(new Date(at)),
    date: (day) => dates.format(new Date(`${day}T00:00:00Z`)),
    number: (value) => numbers.format(value),
  }
  kept.set(name, formats)
  return formats
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A number of bytes as people read it: 1.2 GB, of 1,024 MB each. */
export function bytesText(bytes: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)))
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 })
  return `${number.format(bytes / 1_024 ** power)} ${UNITS[power]}`
}
