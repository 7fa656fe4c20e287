import type { Language } from '@ecmr/http-contract'
import type { ReadingWarning } from '@ecmr/ocr'
import { inBoth } from '../../../texts/texts.js'
import { fullFieldLabel, nameIn } from '../labels.js'

/** What whoever looks at a reading should know, by the codes of its warnings. */
const sentences = inBoth<Readonly<Record<string, string>>>({}, {})

const unknown = inBoth(
  'Compare este dato con la imagen con especial cuidado.',
  'Compare this with the picture with special care.',
)

/** A warning in words; of a code that has none here only where it is about a field. */
export function warningSentence({ code, field }: ReadingWarning, language: Language): string | undefined {
  const sentence = nameIn(sentences[language], code)
  if (field === null) return sentence
  return `${fullFieldLabel(field, language)}: ${sentence ?? unknown[language]}`
}
