import { checkFields, type Fault, type FieldChanges, formats } from '@ecmr/domain'
import { type TSchema, Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { fieldsToUpdate } from '../fields.js'
import { faultsFromValidation } from './faults.js'

const common = { allErrors: true, verbose: true, removeAdditional: false, allowUnionTypes: true } as const

/** Compiles the schemas of bodies, each once in a process. Bodies are taken as they are: nothing is converted or filled in. */
export const bodyValidators = withFormats(new Ajv({ ...common, coerceTypes: false, useDefaults: false }))

/** Compiles the schemas of query strings: everything is text there, so numbers and booleans are read from it. */
export const queryValidators = withFormats(
  // Strict about numbers, Ajv would not hold `1e999`, which it reads as Infinity, against the maximum.
  new Ajv({ ...common, coerceTypes: true, useDefaults: true, strictNumbers: false }),
)

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv, ['uuid', 'uri'])
  ajv.addFormat('date-time', isInstant)
  for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate)
  return ajv
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i

// Date.parse alone rolls 30 February over into March, so the day is looked at by itself.
function isInstant(text: string): boolean {
  return RFC3339.test(text) && isCalendarDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
}

function isCalendarDay(day: string): boolean {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}

/**
 * Every fault that a value has by a schema of the contract, the same that a request with this body gets.
 *
 * @returns one fault per place and reason; none when the value is as the schema says
 * @example
 * const faults = checkBody(createEcmrBody, fields)
 */
export function checkBody(schema: TSchema, value: unknown): readonly Fault[] {
  const validate = bodyValidators.compile(schema)
  if (validate(value)) return []
  const failure = Object.assign(new Error('invalid'), {
    validation: validate.errors ?? [],
    validationContext: 'body',
  })
  return faultsFromValidation(failure, { body: value, routeOptions: { schema: { body: schema } } })
}

const changes = Type.Object(fieldsToUpdate)

// Compiled when it is first needed: commands and most processes never need it, and their starts are shorter without.
const isSound = (value: unknown): value is FieldChanges =>
  bodyValidators.compile<FieldChanges>(changes)(value)

/**
 * The faults of the body of a note, and the contradictions between fields that are each valid, so that the client sees
 * everything at once.
 *
 * @param faults what the schema finds
 */
export function withContradictions(
  faults: readonly Fault[],
  body: unknown,
  mode: 'create' | 'update',
): readonly Fault[] {
  if (typeof body !== 'object' || body === null) return faults
  const wrong = new Set(faults.map(({ pointer }) => pointer.split('/')[1] ?? ''))
  const sound = Object.fromEntries(
    Object.entries(body).filter(([name]) => Object.hasOwn(fieldsToUpdate, name) && !wrong.has(name)),
  )
  if (!isSound(sound)) return faults
  return [...faults, ...checkFields(sound, mode, wrong)]
}
