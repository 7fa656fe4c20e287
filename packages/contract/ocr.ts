import { type FieldName, fieldNames } from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import { closed, list, textOrNull } from './json-schema.js'
import { text } from './text.js'

/** Body of `POST /api/ocr`. The schema sets no length for the image: checking ten megabytes against one is slow. */
export const readDocumentBody = Type.Object(
  {
    image: Type.String({
      description:
        'The image as a data URL, data:image/jpeg;base64,…: png, jpeg or webp, up to 10 MB and 50 megapixels',
    }),
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
    description: 'An image of a document',
    examples: [{ image: 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD…' }],
  },
)

type ReadValue = string | number | boolean | readonly string[] | null

const valueSchema = {
  type: ['string', 'number', 'boolean', 'array', 'null'],
  items: { type: 'string' },
}
const value = (description: string) => Type.Unsafe<ReadValue>({ ...valueSchema, description })

// One schema for all of the hundred fields.
const data = Type.Unsafe<Readonly<Partial<Record<FieldName, ReadValue>>>>({
  type: 'object',
  description: 'The values by field name of a note; post them to /api/ecmrs after a review',
  propertyNames: { enum: [...fieldNames] },
  additionalProperties: valueSchema,
})

const field = closed({
  name: Type.String({ description: 'Name of the field' }),
  value: value('The value; null if it is not legible'),
  confidence: Type.Number({ description: 'Confidence of the recognition, 0 to 1', minimum: 0, maximum: 1 }),
  cmr_box: Type.Union([Type.Integer({ minimum: 1, maximum: 24 }), Type.Null()], {
    description: 'Box of the CMR form',
  }),
  source_text: Type.String({ description: 'The text as printed' }),
  bbox: Type.Unsafe<readonly [number, number, number, number] | null>({
    type: ['array', 'null'],
    description: 'Bounding box: x, y, width and height as fractions of the image, 0 to 1',
    items: { type: 'number', minimum: 0, maximum: 1 },
    minItems: 4,
    maxItems: 4,
  }),
  needs_review: Type.Boolean({ description: 'Whether a person should check the value' }),
})

/** The result of reading a document. It is not stored. */
export const documentReading = closed(
  {
    document_type: Type.String({
      description:
        'Type of the document: cmr, delivery_note, letter, invoice, order, other or unknown; more may be added. Everything read of a type other than cmr and delivery_note needs review',
    }),
    language: textOrNull('Language of the document (ISO 639-1)'),
    data,
    fields: list(field, { description: 'Every field found' }),
    answer: textOrNull('The reply to the prompt'),
    raw_text: Type.String({ description: 'All text of the document' }),
    missing_fields: list(Type.String(), {
      description: 'Required fields of a note that the document lacks',
    }),
    warnings: list(
      closed({ code: Type.String(), message: Type.String(), field: textOrNull('The field concerned') }),
    ),
    image: closed({
      media_type: Type.String(),
      bytes: Type.Integer(),
      sha256: Type.String({ description: 'SHA-256 of the image, hex' }),
      width: Type.Integer({ description: 'In pixels' }),
      height: Type.Integer({ description: 'In pixels' }),
    }),
    engine: closed({
      provider: Type.String(),
      model: Type.String(),
      version: Type.String(),
      ms: Type.Number({ description: 'Duration in milliseconds' }),
    }),
  },
  { title: 'DocumentReading', description: 'The result of reading a document' },
)
