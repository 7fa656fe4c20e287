import type { PaperLanguage } from '../corpus-page.js'

/** The countries that the parties live in. */
export const homeCountries = ['ES', 'FR', 'DE', 'IT', 'PT', 'NL', 'GB', 'BE', 'AT'] as const
export type Country = (typeof homeCountries)[number]

export const countryNames: Readonly<Record<Country, Readonly<Record<PaperLanguage, string>>>> = {
  ES: { es: 'España', en: 'Spain', fr: 'Espagne', de: 'Spanien' },
  FR: { es: 'Francia', en: 'France', fr: 'France', de: 'Frankreich' },
  DE: { es: 'Alemania', en: 'Germany', fr: 'Allemagne', de: 'Deutschland' },
  IT: { es: 'Italia', en: 'Italy', fr: 'Italie', de: 'Italien' },
  PT: { es: 'Portugal', en: 'Portugal', fr: 'Portugal', de: 'Portugal' },
  NL: { es: 'Países Bajos', en: 'Netherlands', fr: 'Pays-Bas', de: 'Niederlande' },
  GB: { es: 'Reino Unido', en: 'United Kingdom', fr: 'Royaume-Uni', de: 'Vereinigtes Königreich' },
  BE: { es: 'Bélgica', en: 'Belgium', fr: 'Belgique', de: 'Belgien' },
  AT: { es: 'Austria', en: 'Austria', fr: 'Autriche', de: 'Österreich' },
}

/** What its own people call it. */
export const ownNames: Readonly<Record<Country, string>> = {
  ES: 'España',
  FR: 'France',
  DE: 'Deutschland',
  IT: 'Italia',
  PT: 'Portugal',
  NL: 'Nederland',
  GB: 'United Kingdom',
  BE: 'Belgique',
  AT: 'Österreich',
}

/** The signs that vehicles carry. */
export const countrySigns: Readonly<Record<Country, string>> = {
  ES: 'E',
  FR: 'F',
  DE: 'D',
  IT: 'I',
  PT: 'P',
  NL: 'NL',
  GB: 'GB',
  BE: 'B',
  AT: 'A',
}
