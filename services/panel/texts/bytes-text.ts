import type { Language } from '@ecmr/contract'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const LOCALES: Readonly<Record<Language, string>> = { es: 'es-ES', en: 'en-GB' }

/** A number of bytes as people read it: 1.2 GB, of 1,024 MB each. */
export function bytesText(bytes: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)))
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 })
  return `${number.format(bytes / 1_024 ** power)} ${UNITS[power]}`
}
