import { ecmrFields, optionalFields, requiredFields } from '@ecmr/domain'
import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { nullable, plain } from './json-schema.js'

type Properties = Readonly<Record<string, TSchema>>
type Optional<P extends Properties> = { [Name in keyof P]: TOptional<P[Name]> }
type Clearable<P extends Properties> = { [Name in keyof P]: TOptional<TUnsafe<Static<P[Name]> | null>> }

// TypeScript does not follow a mapping of members; these three say what theirs gives.
const mapped = (properties: Properties, change: (schema: TSchema) => TSchema): unknown =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]))
const needed = <P extends Properties>(properties: P) => mapped(properties, plain) as { [N in keyof P]: P[N] }
const optional = <P extends Properties>(properties: P) =>
  mapped(properties, (schema) => Type.Optional(plain(schema))) as Optional<P>
const clearable = <P extends Properties>(properties: P) =>
  mapped(properties, (schema) => Type.Optional(nullable(plain(schema)))) as Clearable<P>

/** The fields as a creation takes them. */
export const fieldsToCreate = { ...needed(requiredFields), ...optional(optionalFields) }

/** The fields as a request for a creation takes them: `null` says as much as leaving an optional one out. */
export const fieldsToRequest = { ...needed(requiredFields), ...clearable(optionalFields) }

/** The fields as a request takes them that leaves the rest to the registers: none is required. */
export const nothingRequired = clearable(ecmrFields)

/** The fields as an update takes them: all optional, and `null` clears what is not required. */
export const fieldsToUpdate = { ...optional(requiredFields), ...clearable(optionalFields) }

/** The fields as answers show them: absent when never given or cleared. */
export const fieldsToShow = optional(ecmrFields)
