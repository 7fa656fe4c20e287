import { type ecmrFields, type FieldName, fieldNames } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, list, textOrNull } from './json-schema.js'
import { text } from './text.js'

/** How many pages a document to be read has at most. */
const MOST_PAGES = 8

/**
 * Body of `POST /api/ocr`. The schema sets no length for an image: checking ten megabytes against one is slow. That either `image`
 * or `images` is sent is checked by the route, whose answer says it in a sentence.
 */
export const readDocumentBody = Type.Object(
  {
    image: Type.Optional(
      Type.String({
        description:
          'The document as a data URL, data:image/jpeg;base64,…: png, jpeg or webp up to 10 MB and 50 megapixels, or application/pdf up to 10 MB and 8 pages. Send either image or images',
      }),
    ),
    images: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'The pages of one document in order, each as image is; a PDF counts with all its pages. Up to 8 pages and 20 MB together',
        minItems: 1,
        maxItems: MOST_PAGES,
      }),
    ),
    prompt: Type.Optional(
      text(
        'A question about the document, answered in answer. Engines without a language model ignore it and return a warning',
        2000,
      ),
    ),
  },
  {
    additionalProperties: false,
    title: 'DocumentToRead',
    description: 'A document of one page or several, as images or PDF',
    examples: [{ image: 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD…' }],
  },
)

type ReadValue = string | number | boolean | readonly string[] | null

const valueSchema = {
  type: ['string', 'number', 'boolean', 'array', 'null'],
  items: { type: 'string' },
}
const value = (description: string) => Type.Unsafe<ReadValue>({ ...valueSchema, description })

type ReadData = Readonly<Partial<Record<Exclude<FieldName, 'goods_items'>, ReadValue>>> & {
  readonly goods_items?: readonly Static<(typeof ecmrFields.goods_items)['items']>[]
}

// One schema for all of the hundred fields but the lines of goods.
const data = Type.Unsafe<ReadData>({
  type: 'object',
  description: 'The values by field name of a note; post them to /api/ecmrs after a review',
  propertyNames: { enum: [...fieldNames] },
  properties: {
    goods_items: {
      type: 'array',
      description: 'The goods, as a note takes them',
      items: { type: 'object', additionalProperties: true },
    },
  },
  additionalProperties: valueSchema,
})

const bbox = Type.Unsafe<readonly [number, number, number, number] | null>({
  type: ['array', 'null'],
  description: 'Bounding box: x, y, width and height as fractions of the page, 0 to 1',
  items: { type: 'number', minimum: 0, maximum: 1 },
  minItems: 4,
  maxItems: 4,
})
const confidence = Type.Number({
  description: 'Confidence of the recognition, 0 to 1',
  minimum: 0,
  maximum: 1,
})
const howItWasRead = {
  source_text: Type.String({ description: 'The text as printed' }),
  bbox,
  needs_review: Type.Boolean({ description: 'Whether a person should check the value' }),
  page: Type.Integer({ description: 'The page on which it stands, from 1, over all images', minimum: 1 }),
}

const field = closed({
  name: Type.String({ description: 'Name of the field' }),
  value: value('The value; null if it is not legible'),
  confidence,
  cmr_box: Type.Union([Type.Integer({ minimum: 1, maximum: 24 }), Type.Null()], {
    description: 'Box of the CMR form',
  }),
  ...howItWasRead,
})

const image = closed({
  media_type: Type.String(),
  bytes: Type.Integer(),
  sha256: Type.String({ description: 'SHA-256 of the file as it was sent, hex' }),
  width: Type.Integer({ description: 'In pixels; of a PDF, as its page was drawn' }),
  height: Type.Integer({ description: 'In pixels' }),
})

const page = closed({
  page: Type.Integer({ minimum: 1 }),
  document_type: Type.String({ description: 'What this page alone seems to be' }),
  text: Type.String({
    description: 'What its words are from: recognition, or text_layer, the text that a PDF holds',
  }),
  used: Type.Boolean({ description: 'Whether it is part of the reading; a warning says why others are not' }),
  image,
})

/** The result of reading a document. It is not stored. */
export const documentReading = closed(
  {
    document_type: Type.String({
      description:
        'Type of the document: cmr, deca (a Spanish control document), delivery_note, letter, invoice, order, other or unknown; more may be added. Everything read of a type other than cmr, deca and delivery_note needs review',
    }),
    language: textOrNull('Language of the document (ISO 639-1)'),
    data,
    fields: list(field, { description: 'Every field found' }),
    goods_items: list(closed({ confidence, ...howItWasRead }), {
      description: 'How each line of data.goods_items was read, in the same order',
    }),
    answer: textOrNull('The reply to the prompt'),
    raw_text: Type.String({ description: 'All text of the document; a form feed between two pages' }),
    missing_fields: list(Type.String(), {
      description: 'Required fields of a note that the document lacks',
    }),
    warnings: list(
      closed({ code: Type.String(), message: Type.String(), field: textOrNull('The field concerned') }),
    ),
    image,
    pages: Type.Optional(
      list(page, {
        description:
          'Every page that was sent, in order; absent when that was one image. image is that of the first',
      }),
    ),
    engine: closed({
      provider: Type.String(),
      model: Type.String(),
      version: Type.String(),
      ms: Type.Number({ description: 'Duration in milliseconds' }),
    }),
  },
  { title: 'DocumentReading', description: 'The result of reading a document' },
)
