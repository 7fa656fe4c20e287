import { type Language, languages } from '@ecmr/contract'
import { countries } from '@ecmr/domain'

const LOCALES: Readonly<Record<Language, string>> = { es: 'es-ES', en: 'en-GB' }

const names = {
  es: { country: namesOf('es', 'region'), currency: namesOf('es', 'currency') },
  en: { country: namesOf('en', 'region'), currency: namesOf('en', 'currency') },
} as const

const codes: ReadonlyMap<string, string> = new Map(
  languages.flatMap((language) =>
    [...countries].map((code) => [folded(countryName(code, language)), code] as const),
  ),
)

/** What a country is called. */
export function countryName(code: string, language: Language): string {
  return countries.has(code) ? (names[language].country.of(code) ?? code) : code
}

/** The code of a country that was typed by its code or by its name in either language, in any case, without accents. */
export function countryCode(typed: string): string | undefined {
  const code = typed.toUpperCase()
  return countries.has(code) ? code : codes.get(folded(typed))
}

/** Every country by its name, for choosing one. */
export function countryNames(language: Language): readonly string[] {
  return [...countries].map((code) => countryName(code, language)).sort(new Intl.Collator(language).compare)
}

/** Money of the countries that lorries reach from Europe, and the dollar. */
const USUAL_CURRENCIES =
  'EUR GBP CHF PLN CZK HUF RON SEK NOK DKK ISK TRY UAH MDL RSD BAM MKD ALL GEL MAD TND DZD USD'.split(' ')

/** The currencies to suggest: each with its code and what it is called. Any other can be typed by its code. */
export function currencyNames(language: Language): readonly (readonly [code: string, name: string])[] {
  return USUAL_CURRENCIES.map((code) => [code, names[language].currency.of(code) ?? code])
}

function namesOf(language: Language, type: 'region' | 'currency'): Intl.DisplayNames {
  return new Intl.DisplayNames([LOCALES[language]], { type })
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
