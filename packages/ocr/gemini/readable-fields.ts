import { ecmrFields, type FieldName, fieldNames } from '@ecmr/domain'
import type { TSchema } from '@sinclair/typebox'

/** What kind of value a field takes. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'texts'

/** The fields that are one value or a list of texts; others have parts, which no flat answer holds. */
export const readableFields: ReadonlyMap<FieldName, FieldKind> = new Map(
  fieldNames.flatMap((name) => {
    const kind = kindOf(ecmrFields[name])
    return kind === undefined ? [] : [[name, kind] as const]
  }),
)

function kindOf(schema: TSchema): FieldKind | undefined {
  if (schema.type === 'string' || schema.anyOf !== undefined) return 'text'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  if (schema.type === 'boolean') return 'boolean'
  return schema.type === 'array' && schema.items.type === 'string' ? 'texts' : undefined
}
