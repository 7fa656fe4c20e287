import type { Fault } from '@ecmr/domain'
import type { TSchema } from '@sinclair/typebox'
import { faultsFromValidation } from './faults.js'
import { bodyValidators } from './validators.js'

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
