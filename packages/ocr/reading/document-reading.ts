import { createHash } from 'node:crypto'
import { checkFields, type FieldName, fieldNames, requiredFields } from '@ecmr/domain'
import type { FoundField, ReadForm } from '../forms/read-form.js'
import type { DocumentImage } from '../images/document-image.js'
import type { Bounds, Box, Quarter } from '../page/recognised-page.js'
import type { DocumentReading, ReadField, ReadingWarning } from '../port.js'
import { areValidValues, isRefused, readField, surestFields } from './read-fields.js'

export { REVIEW_BELOW } from './read-fields.js'

/** What the answer says of the image, as it was sent. */
function imageFacts({ mediaType, bytes, width, height }: DocumentImage): DocumentReading['image'] {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { media_type: mediaType, bytes: bytes.length, sha256, width, height }
}

const required = fieldNames.filter((name) => name in requiredFields)

/** What can be posted after a look: what a creation needs, null where it was not read, and what else the document has a place for. */
function readingData(fields: readonly ReadField[]): DocumentReading['data'] {
  const nothing = required.map((name) => [name, null] as const)
  const read = fields.map(({ name, value }) => [name, value] as const)
  return Object.fromEntries([...nothing, ...read])
}

/** What a creation needs and was not read. */
function missingFields(data: DocumentReading['data']): readonly FieldName[] {
  return required.filter((name) => (data[name] ?? null) === null)
}

const warning = (code: string, message: string, field: FieldName | null = null): ReadingWarning => ({
  code,
  message,
  field,
})

/** The prompt was given to an engine that reads everything and answers nothing. */
export const promptNotUsed = warning(
  'prompt_not_used',
  'The prompt was not used: this engine gives everything that it finds, and answers no questions.',
)

/** What is to be known of the page as a whole. */
function pageWarnings(page: {
  readonly rawText: string
  readonly fields: readonly ReadField[]
  readonly turned: number
}): readonly ReadingWarning[] {
  const { rawText, fields, turned } = page
  const unsure = fields.filter(({ needs_review }) => needs_review).length
  return [
    ...(fields.length === 0 ? [nothingFound(rawText)] : []),
    ...(turned === 0
      ? []
      : [warning('page_turned', `The page was turned clockwise by ${turned} degrees to be read.`)]),
    ...(unsure * 2 > fields.length
      ? [warning('low_confidence', 'Most of what was found needs a look; a sharper and flatter image helps.')]
      : []),
  ]
}

function nothingFound(rawText: string): ReadingWarning {
  return rawText.trim() === ''
    ? warning('no_text', 'No text was found in the image.')
    : warning(
        'not_a_consignment_note',
        'There is text in the image, but nothing that a consignment note says.',
      )
}

/** One for each value that is none of its field. */
function refusedValues(found: readonly FoundField[]): readonly ReadingWarning[] {
  return found
    .filter(isRefused)
    .map(({ name }) =>
      warning('invalid_value', `What was read for ${name} is no such value; see its source_text.`, name),
    )
}

/** One for each two or three values that cannot all be what the paper says. */
export function contradictions(data: DocumentReading['data']): readonly ReadingWarning[] {
  const values = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))
  if (!areValidValues(values)) return []
  return checkFields(values, 'create').map(({ pointer, message }) =>
    warning('contradiction', message, fieldNames.find((name) => pointer === `/${name}`) ?? null),
  )
}

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
