import { formats } from '@ecmr/domain'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

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
