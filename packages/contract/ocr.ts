import { type FieldName, fieldNames } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, list, textOrNull } from './json-schema.js'
import { text } from './text.js'

/** Body of `POST /api/ocr`. The image has no length here: looking through ten megabytes for one takes long. */
export const readDocumentBody = Type.Object(
  {
    image: Type.String({
      description:
        'The image as a data URL, data:image/jpeg;base64,…: png, jpeg or webp, up to 10 MB and 50 megapixels',
    }),
    prompt: Type.Optional(
      text(
        'What you want to know of the document, which is answered in answer; engines without a language model pass it over, and warn',
        2000,
      ),
    ),
  },
  {
    additionalProperties: false,
    title: 'DocumentToRead',
    description: 'The picture of a document',
    examples: [{ image: 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD…' }],
  },
)

type ReadValue = string | number | boolean | readonly string[] | null

const valueSchema = {
  type: ['string', 'number', 'boolean', 'array', 'null'],
  items: { type: 'string' },
}
const value = (description: string) => Type.Unsafe<ReadValue>({ ...valueSchema, description })

// By their names, not one by one: a hundred fields that are all of this kind.
const data = Type.Unsafe<Readonly<Partial<Record<FieldName, ReadValue>>>>({
  type: 'object',
  description:
    'What was read, by the names of a note’s fields; can be posted to /api/ecmrs after somebody has looked at it',
  propertyNames: { enum: [...fieldNames] },
  additionalProperties: valueSchema,
})

const field = closed({
  name: Type.String({ description: 'Name of the field' }),
  value: value('What it says; null: it cannot be read'),
  confidence: Type.Number({ description: 'How surely it was read, 0 to 1', minimum: 0, maximum: 1 }),
  cmr_box: Type.Union([Type.Integer({ minimum: 1, maximum: 24 }), Type.Null()], {
    description: 'Box of the CMR form',
  }),
  source_text: Type.String({ description: 'The text as it stands there' }),
  bbox: Type.Unsafe<readonly [number, number, number, number] | null>({
    type: ['array', 'null'],
    description: 'Where it stands: x, y, width and height as parts of the image, 0 to 1',
    items: { type: 'number', minimum: 0, maximum: 1 },
    minItems: 4,
    maxItems: 4,
  }),
  needs_review: Type.Boolean({ description: 'Somebody should look at it' }),
})

/** What was read of the image of a document. Nothing of it is stored. */
export const documentReading = closed(
  {
    document_type: Type.String({ description: 'What kind of document it is' }),
    language: textOrNull('Of the document (ISO 639-1)'),
    data,
    fields: list(field, { description: 'Every field that was found' }),
    answer: textOrNull('The reply to the prompt'),
    raw_text: Type.String({ description: 'All text of the document' }),
    missing_fields: list(Type.String(), {
      description: 'Fields that a note needs and the document does not give',
    }),
    warnings: list(
      closed({ code: Type.String(), message: Type.String(), field: textOrNull('The field it is about') }),
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
      ms: Type.Number({ description: 'How long it took, milliseconds' }),
    }),
  },
  { title: 'DocumentReading', description: 'What was read of a document' },
)
export type DocumentReadingView = Static<typeof documentReading>
