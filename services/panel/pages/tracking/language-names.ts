import type { DocumentLanguage } from '@ecmr/domain'

/** The languages of pages for people without an account, each by its own name. */
export const languageNames: Readonly<Record<DocumentLanguage, string>> = {
  es: 'Español',
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  pt: 'Português',
  it: 'Italiano',
}
