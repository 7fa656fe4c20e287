import type { ReadForm } from '../forms/read-form.js'
import type { DocumentImage } from '../images/document-image.js'
import type { Box, Quarter } from '../page/recognised-page.js'
import type { Bounds, DocumentReading, ReadField, ReadingWarning } from '../port.js'
import { imageFacts } from './image-facts.js'
import { readField, surestFields } from './read-fields.js'
import { missingFields, readingData } from './reading-data.js'
import { contradictions, pageWarnings, refusedValues } from './reading-warnings.js'

export { promptNotUsed } from './reading-warnings.js'
export { REVIEW_BELOW } from './review.js'

/** What an engine has found in an image. */
export interface Findings {
  readonly form: ReadForm
  readonly rawText: string
  /** the reply to the prompt */
  readonly answer: string | null
  /** where a box of the form is in the image as viewers show it; null: unknown */
  readonly place: (box: Box) => Bounds | null
  /** how far the page had to be turned clockwise */
  readonly turned: Quarter
  /** what else is to be known, such as that the prompt was not used */
  readonly warnings?: readonly ReadingWarning[]
}

/**
 * The answer about a document, made of what an engine has found. It holds no value that a creation would refuse: what is none of
 * its field, such as a date that there is not, is null and to be reviewed, and so is what contradicts another field.
 */
export function documentReading(
  { form, rawText, answer, place, turned, warnings = [] }: Findings,
  image: DocumentImage,
  engine: DocumentReading['engine'],
): DocumentReading {
  const found = surestFields(form.fields)
  const read = found.map((field) => readField(field, place))
  const data = readingData(read)
  const contradicting = contradictions(data)
  const fields = toReview(read, contradicting)
  return {
    document_type: form.documentType,
    language: form.language,
    data,
    fields,
    answer,
    raw_text: rawText,
    missing_fields: missingFields(data),
    warnings: [
      ...form.warnings,
      ...warnings,
      ...refusedValues(found),
      ...contradicting,
      ...pageWarnings({ rawText, fields, turned }),
    ],
    image: imageFacts(image),
    engine,
  }
}

function toReview(fields: readonly ReadField[], warnings: readonly ReadingWarning[]): readonly ReadField[] {
  const doubtful = new Set(warnings.map(({ field }) => field))
  return fields.map((field) => (doubtful.has(field.name) ? { ...field, needs_review: true } : field))
}
