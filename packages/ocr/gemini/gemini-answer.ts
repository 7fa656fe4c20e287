import { type Static, Type } from '@sinclair/typebox'
import { documentTypes } from '../port.js'
import { readableFields } from './readable-fields.js'

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: values, description })
const orNull = (schema: object) => ({ ...schema, nullable: true })

const field = Type.Object(
  {
    name: oneOf([...readableFields.keys()], 'Name of the field'),
    value: Type.Unsafe<string | null>(
      orNull({
        type: 'string',
        maxLength: 5000,
        description: 'The value in its normal form; null when it cannot be read for certain',
      }),
    ),
    source_text: Type.String({
      maxLength: 5000,
      description: 'The words of the page that give it, unchanged',
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How surely it was read' }),
    cmr_box: Type.Unsafe<number | null>(
      orNull({ type: 'integer', minimum: 1, maximum: 24, description: 'Box of the CMR form' }),
    ),
    box_2d: Type.Array(Type.Number({ minimum: 0, maximum: 1000 }), {
      minItems: 4,
      maxItems: 4,
      description: 'Where it stands: top, left, bottom, right, each 0 to 1000',
    }),
  },
  { additionalProperties: false },
)

/** What Gemini is to answer with; its own form of this schema is made from it. */
export const geminiAnswer = Type.Object(
  {
    document_type: oneOf(documentTypes, 'What kind of document it is'),
    language: Type.Unsafe<string | null>(
      orNull({ type: 'string', pattern: '^[a-z]{2}$', description: 'Of the document, ISO 639-1' }),
    ),
    raw_text: Type.String({ maxLength: 100_000, description: 'All text of the page, line by line' }),
    fields: Type.Array(field, { maxItems: 200, description: 'Every field that stands on the page' }),
    answer: Type.Unsafe<string | null>(
      orNull({
        type: 'string',
        maxLength: 10_000,
        description: 'The reply to the question; null without one',
      }),
    ),
  },
  { additionalProperties: false },
)
export type GeminiAnswer = Static<typeof geminiAnswer>
export type GeminiField = GeminiAnswer['fields'][number]
