import type { Language } from '@ecmr/contract'
import type { ReadingWarning } from '@ecmr/ocr'
import { inBoth } from '../../../texts/texts.js'
import { formTexts } from '../shared/form-texts.js'
import { fullFieldLabel, nameIn } from '../shared/labels.js'

/** What whoever looks at a reading should know, by the codes of its warnings. */
const sentences = inBoth<Readonly<Record<string, string>>>(
  {
    page_turned: 'La hoja estaba girada: se ha enderezado para leerla.',
    low_confidence: 'Casi todo lo leído es dudoso. Con una foto más nítida y más plana se leería mejor.',
    no_text: 'En la imagen no se ha encontrado texto.',
  },
  {
    page_turned: 'The sheet was turned: it was put upright to be read.',
    low_confidence: 'Most of what was read is doubtful. A sharper and flatter photo would be read better.',
    no_text: 'No text was found in the picture.',
  },
)

const others = inBoth(
  {
    contradiction: 'Se contradice con otro dato.',
    unknown: 'Compare este dato con la imagen con especial cuidado.',
  },
  {
    contradiction: 'This contradicts another entry.',
    unknown: 'Compare this with the picture with special care.',
  },
)

/** What the page says itself, as a whole or beside the field. */
const SAID_ANYWAY: readonly string[] = [
  'not_a_consignment_note',
  'invalid_value',
  'not_on_the_page',
  'prompt_not_used',
]

/** A warning in words; of a code that has none here only where it is about a field. */
export function warningSentence({ code, field }: ReadingWarning, language: Language): string | undefined {
  if (SAID_ANYWAY.includes(code)) return undefined
  const sentence = nameIn(sentences[language], code)
  if (field === null) return sentence
  const { before } = formTexts[language].faults
  const { contradiction, unknown } = others[language]
  const contradicts = code === 'contradiction' ? (nameIn(before, field) ?? contradiction) : undefined
  return `${fullFieldLabel(field, language)}: ${sentence ?? contradicts ?? unknown}`
}
