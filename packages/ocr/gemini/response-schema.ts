import { type ResponseSchema, SchemaType } from '@google/generative-ai'
import type { TSchema } from '@sinclair/typebox'

/**
 * A TypeBox schema in the words that Gemini takes for structured output, a part of OpenAPI 3.0: patterns, bounds and closed objects
 * are not among them, so an answer is checked against the whole schema afterwards.
 *
 * @see https://ai.google.dev/api/caching#Schema
 */
export function responseSchema(schema: TSchema): ResponseSchema {
  const { description = '', nullable = false } = schema
  const common = { description, nullable }
  switch (schema.type) {
    case 'object':
      return {
        ...common,
        type: SchemaType.OBJECT,
        properties: Object.fromEntries(
          Object.entries<TSchema>(schema.properties).map(([name, member]) => [name, responseSchema(member)]),
        ),
        required: Object.keys(schema.properties),
      }
    case 'array':
      return { ...common, type: SchemaType.ARRAY, items: responseSchema(schema.items) }
    case 'number':
      return { ...common, type: SchemaType.NUMBER }
    case 'integer':
      return { ...common, type: SchemaType.INTEGER }
    case 'string':
      return schema.enum === undefined
        ? { ...common, type: SchemaType.STRING }
        : { ...common, type: SchemaType.STRING, format: 'enum', enum: [...schema.enum] }
    default:
      throw new TypeError(`Gemini is not asked for values of type ${schema.type}.`)
  }
}
