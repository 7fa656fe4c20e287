import type { DocumentLanguage } from '@ecmr/domain'
import { english } from './english.js'
import { french } from './french.js'
import { german } from './german.js'
import { italian } from './italian.js'
import { portuguese } from './portuguese.js'
import type { ReadMeTexts } from './read-me-texts.js'
import { spanish } from './spanish.js'

export const readMeTexts: Readonly<Record<DocumentLanguage, ReadMeTexts>> = {
  es: spanish,
  en: english,
  fr: french,
  de: german,
  pt: portuguese,
  it: italian,
}
