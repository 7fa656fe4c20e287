import { ecmrFields, type FieldName, optionalFields, requiredFields } from '@ecmr/domain'
import { type TSchema, Type } from '@sinclair/typebox'
import { nullable, plain } from './json-schema.js'

type Properties = Readonly<Record<string, TSchema>>

function mapped(properties: Properties, change: (schema: TSchema) => TSchema): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]))
}

/** The fields as a creation takes them. */
export const fieldsToCreate: Record<string, TSchema> = {
  ...mapped(requiredFields, plain),
  ...mapped(optionalFields, (schema) => Type.Optional(plain(schema))),
}

/** The fields as a request for a creation takes them: `null` says as much as leaving an optional one out. */
export const fieldsToRequest: Record<string, TSchema> = {
  ...mapped(requiredFields, plain),
  ...mapped(optionalFields, (schema) => Type.Optional(nullable(plain(schema)))),
}

/** The fields as an update takes them: all optional, and `null` clears what is not required. */
export const fieldsToUpdate: Record<string, TSchema> = {
  ...mapped(requiredFields, (schema) => Type.Optional(plain(schema))),
  ...mapped(optionalFields, (schema) => Type.Optional(nullable(plain(schema)))),
}

/** A field as answers show it: absent when never given or cleared. */
export function fieldToShow(name: FieldName): TSchema {
  return Type.Optional(plain(ecmrFields[name]))
}
