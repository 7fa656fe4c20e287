import type { KnownCaption } from '../../captions/known-caption.js'
import { type CmrCaptions, type CmrPart, cmrParts } from './cmr-part.js'
import { englishCaptions } from './english.js'
import { frenchCaptions } from './french.js'
import { germanCaptions } from './german.js'
import { otherCaptions } from './other-languages.js'
import { spanishCaptions } from './spanish.js'

/** Everything that is printed on CMR forms, in all languages that they are printed in. */
export const cmrCaptions: readonly KnownCaption<CmrPart>[] = [
  ...inLanguage('es', spanishCaptions),
  ...inLanguage('en', englishCaptions),
  ...inLanguage('fr', frenchCaptions),
  ...inLanguage('de', germanCaptions),
  ...inLanguage(null, otherCaptions),
]

function inLanguage(language: string | null, captions: CmrCaptions): readonly KnownCaption<CmrPart>[] {
  return cmrParts.flatMap((means) => (captions[means] ?? []).map((text) => ({ means, language, text })))
}
