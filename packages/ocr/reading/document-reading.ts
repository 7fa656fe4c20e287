import { createHash } from 'node:crypto'
import { bodyValidators } from '@ecmr/contract'
import {
  checkFields,
  ecmrFields,
  type FieldChanges,
  type FieldName,
  fieldNames,
  requiredFields,
} from '@ecmr/domain'
import type { FoundField, ReadForm } from '../fields/read-form.js'
import type { DocumentImage } from '../images/document-image.js'
import type { Bounds, Box, Quarter } from '../page/recognised-page.js'
import {
  type DocumentReading,
  type DocumentType,
  isConsignmentNote,
  type ReadField,
  type ReadingWarning,
} from '../port.js'

/** What is read with less certainty than this must be reviewed by a person. */
export const REVIEW_BELOW = 0.88

const FINEST = 1e4

/** A part of something, 0 to 1, with four decimals; 0 when it is no number. */
function roundedPart(part: number): number {
  return Number.isNaN(part) ? 0 : Math.min(1, Math.max(0, Math.round(part * FINEST) / FINEST))
}

/** Bounds with four decimals, none of them beyond the image; null when they are nowhere. */
function roundedBounds(bounds: Bounds | null): Bounds | null {
  if (bounds === null || !bounds.every(Number.isFinite)) return null
  const [left, top, width, height] = bounds
  const x = roundedPart(left)
  const y = roundedPart(top)
  return [x, y, roundedPart(Math.min(width, 1 - x)), roundedPart(Math.min(height, 1 - y))]
}

const names: ReadonlySet<string> = new Set(fieldNames)

/** Whether a creation would take a value for a field. */
function isValidValue(name: FieldName, value: unknown): boolean {
  return bodyValidators.validate(ecmrFields[name], value)
}

/** Whether a creation would take each of these values for its field. */
function areValidValues(values: Readonly<Record<string, unknown>>): values is FieldChanges {
  return Object.entries(values).every(([name, value]) => isFieldName(name) && isValidValue(name, value))
}

const isFieldName = (name: string): name is FieldName => names.has(name)

/** The most certain reading of each field, in the order of a printed note. */
function surestFields(found: readonly FoundField[]): readonly FoundField[] {
  const surest = new Map<FieldName, FoundField>()
  for (const field of found) {
    const other = surest.get(field.name)
    if (other === undefined || usefulness(field) > usefulness(other)) surest.set(field.name, field)
  }
  return fieldNames.flatMap((name) => surest.get(name) ?? [])
}

const usefulness = (field: FoundField): number =>
  field.value === null || isRefused(field) ? -1 : field.confidence

/** A field as the answer gives it. A value that no creation would take is null. */
export function readField(field: FoundField, place: (box: Box) => Bounds | null): ReadField {
  const value = isRefused(field) ? null : field.value
  const confidence = value === null ? 0 : roundedPart(field.confidence)
  return {
    name: field.name,
    value,
    confidence,
    cmr_box: field.cmrBox,
    source_text: field.sourceText,
    bbox: field.box && roundedBounds(place(field.box)),
    needs_review: value === null || confidence < REVIEW_BELOW,
  }
}

/** Whether something was read that is no value of its field, such as a date that there is not. */
export function isRefused({ name, value }: FoundField): boolean {
  return value !== null && !isValidValue(name, value)
}

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

/** Warnings that everything read has to be checked for. */
const REVIEW_ALL: ReadonlySet<string> = new Set([
  'several_documents',
  'different_documents',
  'image_mirrored',
])

/** What is to be known of the page as a whole. */
function pageWarnings(page: {
  readonly rawText: string
  readonly fields: readonly ReadField[]
  readonly turned: number
  readonly documentType: DocumentType
}): readonly ReadingWarning[] {
  const { rawText, fields, turned, documentType } = page
  const unsure = fields.filter(({ needs_review }) => needs_review).length
  return [
    ...whatItIs(documentType, fields, rawText),
    ...(turned === 0
      ? []
      : [warning('page_turned', `The page was turned clockwise by ${turned} degrees to be read.`)]),
    ...(unsure * 2 > fields.length
      ? [warning('low_confidence', 'Most of what was found needs a look; a sharper and flatter image helps.')]
      : []),
  ]
}

/** What other papers are called in the warning that they are no consignment notes. */
const papers: Readonly<Partial<Record<DocumentType, string>>> = {
  letter: 'a letter',
  invoice: 'an invoice',
  order: 'an order',
  other: 'some other paper',
}

function whatItIs(
  type: DocumentType,
  fields: readonly ReadField[],
  rawText: string,
): readonly ReadingWarning[] {
  if (rawText.trim() === '' && fields.length === 0)
    return [warning('no_text', 'No text was found in the image.')]
  const paper = papers[type]
  if (paper !== undefined)
    return [
      warning('not_a_consignment_note', `This seems to be ${paper}; check everything that was read of it.`),
    ]
  if (fields.length > 0) return []
  const nothing = 'There is text in the image, but nothing that a consignment note says.'
  return [warning('not_a_consignment_note', nothing)]
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
  const isNote = isConsignmentNote(form.documentType)
  const doubtful = new Set([...form.warnings, ...contradicting].map(({ field }) => field))
  const isSaid = form.warnings.some(({ code }) => REVIEW_ALL.has(code))
  const fields = read.map((field) => ({
    ...field,
    needs_review: field.needs_review || !isNote || isSaid || doubtful.has(field.name),
  }))
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
      ...pageWarnings({ rawText, fields, turned, documentType: form.documentType }),
    ],
    image: imageFacts(image),
    engine,
  }
}
