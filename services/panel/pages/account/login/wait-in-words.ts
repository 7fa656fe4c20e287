import type { Language } from '@ecmr/contract'

const LOCALES: Readonly<Record<Language, string>> = { es: 'es-ES', en: 'en-GB' }
const MINUTE = 60

/** How long to wait, as people say it: in seconds below a minute, then in whole minutes. */
export function waitInWords(seconds: number, language: Language): string {
  const [unit, value] =
    seconds < MINUTE ? (['second', seconds] as const) : (['minute', Math.ceil(seconds / MINUTE)] as const)
  return new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
