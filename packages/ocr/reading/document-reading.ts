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
import type { DocumentFile } from '../images/document-file.js'
import type { PageMarks } from '../kinds/page-marks.js'
import type { Bounds, Box, Quarter } from '../page/recognised-page.js'
import type { OnPage } from '../pages/found-page.js'
import { mergedPages } from '../pages/merge-pages.js'
import {
  type DocumentReading,
  type DocumentType,
  type ImageFacts,
  isConsignmentNote,
  type PageText,
  type ReadField,
  type ReadingWarning,
  type ReadPage,
  type ShownPicture,
} from '../port.js'
import { type Placing, roundedBounds, roundedPart } from './bounds.js'
import { goodsOfAnswer } from './goods-lines.js'
import { REVIEW_BELOW } from './review-below.js'

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
function surestFields(found: readonly OnPage<FoundField>[]): readonly OnPage<FoundField>[] {
  const surest = new Map<FieldName, OnPage<FoundField>>()
  for (const field of found) {
    const other = surest.get(field.name)
    if (other === undefined || usefulness(field) > usefulness(other)) surest.set(field.name, field)
  }
  return fieldNames.flatMap((name) => surest.get(name) ?? [])
}

const usefulness = (field: FoundField): number =>
  field.value === null || isRefused(field) ? -1 : field.confidence

/** A field as the answer gives it. A value that no creation would take is null. */
export function readField(field: OnPage<FoundField>, place: Placing): ReadField {
  const value = isRefused(field) ? null : field.value
  const confidence = value === null ? 0 : roundedPart(field.confidence)
  return {
    name: field.name,
    value,
    confidence,
    cmr_box: field.cmrBox,
    source_text: field.sourceText,
    bbox: field.box && roundedBounds(place(field.box, field.page)),
    needs_review: value === null || confidence < REVIEW_BELOW,
    page: field.page,
  }
}

/** Whether something was read that is no value of its field, such as a date that there is not. */
export function isRefused({ name, value }: FoundField): boolean {
  return value !== null && !isValidValue(name, value)
}

/** What the answer says of the file that a page is in, as it was sent. */
function imageFacts({ file, picture }: PageFound): ImageFacts {
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  const { width, height } = 'width' in file ? file : picture
  return { media_type: file.mediaType, bytes: file.bytes.length, sha256, width, height }
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

/** Warnings that everything read has to be checked for; not that pages of another document were left out. */
const REVIEW_ALL: ReadonlySet<string> = new Set(['several_documents', 'image_mirrored'])

/** What is to be known of the document as a whole. */
function documentWarnings(document: {
  readonly rawText: string
  readonly fields: readonly ReadField[]
  readonly pages: readonly PageFound[]
  readonly documentType: DocumentType
}): readonly ReadingWarning[] {
  const { rawText, fields, pages, documentType } = document
  const unsure = fields.filter(({ needs_review }) => needs_review).length
  return [
    ...whatItIs(documentType, fields, rawText),
    ...pages.flatMap(({ turned }, index) => {
      if (turned === 0) return []
      const page = pages.length === 1 ? 'The page' : `Page ${index + 1}`
      return [warning('page_turned', `${page} was turned clockwise by ${turned} degrees to be read.`)]
    }),
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

/** What an engine has found on a page. */
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
  readonly text: PageText
  readonly marks: PageMarks
}

/** One page of a document, the file that it is in, and how large its picture is. */
export interface PageFound extends Findings {
  readonly file: DocumentFile
  readonly picture: Pick<ShownPicture, 'width' | 'height'>
}

/** Between the texts of two pages. */
const PAGE_BREAK = '\f'

/**
 * The answer about a document, made of what an engine has found on its pages, in order. It holds no value that a creation would
 * refuse: what is none of its field, such as a date that there is not, is null and to be reviewed, and so is what contradicts another
 * field.
 */
export function documentReading(
  pages: readonly PageFound[],
  engine: DocumentReading['engine'],
): DocumentReading {
  const form = mergedPages(pages.map((page, index) => ({ ...page, page: index + 1 })))
  const place: Placing = (box, page) => pages[page - 1]?.place(box) ?? null
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
  const goods = goodsOfAnswer(form.goods, place, !isNote || isSaid)
  const rawText = pages.map((page) => page.rawText).join(PAGE_BREAK)
  const [first] = pages
  if (first === undefined) throw new RangeError('a document has a page')
  const { documentType, language } = form
  return {
    document_type: documentType,
    language,
    data: goods.values.length === 0 ? data : { ...data, goods_items: goods.values },
    fields,
    goods_items: goods.lines,
    answer: answerOf(pages),
    raw_text: rawText,
    missing_fields: missingFields(data),
    warnings: eachOnce([
      ...form.warnings,
      ...pages.flatMap(({ warnings = [] }) => warnings),
      ...refusedValues(found),
      ...contradicting,
      ...goods.warnings,
      ...documentWarnings({ rawText, fields, pages, documentType }),
    ]),
    image: imageFacts(first),
    ...(isOneImage(pages)
      ? {}
      : { pages: pages.map((page, index) => readPage(page, index + 1, form.pages)) }),
    engine,
  }
}

const isOneImage = (pages: readonly PageFound[]): boolean =>
  pages.length === 1 && pages.every(({ file }) => 'width' in file)

function readPage(found: PageFound, page: number, used: readonly number[]): ReadPage {
  const { form, text } = found
  const { documentType: document_type } = form
  return { page, document_type, text, used: used.includes(page), image: imageFacts(found) }
}

/** The replies of all pages, each with the number of its page when there are several. */
function answerOf(pages: readonly PageFound[]): string | null {
  const answers = pages.flatMap(({ answer }, index) => {
    if (answer === null) return []
    return pages.length === 1 ? [answer] : [`Page ${index + 1}: ${answer}`]
  })
  return answers.length === 0 ? null : answers.join('\n')
}

const eachOnce = (warnings: readonly ReadingWarning[]): readonly ReadingWarning[] => [
  ...new Map(warnings.map((each) => [`${each.code} ${each.field} ${each.message}`, each])).values(),
]
