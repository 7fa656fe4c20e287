import type { Language } from '@ecmr/contract'

const LOCALES: Readonly<Record<Language, string>> = { es: 'es-ES', en: 'en-GB' }

/** An instant as a message writes it, with its time zone: whoever reads it may be anywhere. */
export function inWords(at: Date, language: Language, timeZone = 'Europe/Madrid'): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at)
}
