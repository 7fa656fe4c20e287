import { formats } from '@ecmr/domain'
import type { Static, TSchema } from '@sinclair/typebox'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true })
addFormats.default(ajv, ['uuid', 'uri', 'date-time'])
for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate)

const compiled = new Map<TSchema, ValidateFunction>()

/** The value as the schema promises it; throws, naming every fault, when the promise is not kept. */
export function asPromised<S extends TSchema>(schema: S, value: unknown): Static<S> {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  if (keeps<Static<S>>(validate, value)) return value
  throw new Error(`not as promised: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`)
}

function keeps<T>(validate: ValidateFunction, value: unknown): value is T {
  return validate(value) === true
}
