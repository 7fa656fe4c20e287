import type { Fault } from '@ecmr/domain'
import type { ErrorObject } from 'ajv'
import { readOnlyMembers } from '../record.js'
import {
  memberOf,
  messageForBlank,
  messageForFormat,
  messageForName,
  messageForNothing,
  messageForPattern,
  messageForRepeated,
  messageForType,
  saysNothing,
} from './messages.js'
import { suggestion } from './suggestion.js'

/** What Fastify throws when a schema is not met. */
export interface ValidationFailure extends Error {
  readonly validation: readonly ErrorObject[]
  readonly validationContext?: string
}

/** What is known of the request besides; a `FastifyRequest` is one. */
export interface FaultyRequest {
  readonly body: unknown
  readonly routeOptions: { readonly schema?: { readonly body?: unknown } }
}

const SAYS_ALL = new Set(['wrong_type', 'blank', 'required'])

/** Limits of the faults in one answer, and of those of one field: more of them say nothing new. */
const MOST_FAULTS = 500
const MOST_OF_A_FIELD = 20

/** The faults of a request, one per place and reason: all of them, or the first 500, 20 of them of one field. */
export function faultsFromValidation(
  { validation, validationContext }: ValidationFailure,
  { body, routeOptions }: FaultyRequest,
): readonly Fault[] {
  const isBody = validationContext === 'body'
  if (isBody && body === undefined) return [fault('', 'required', 'Send a JSON body; there is none.')]
  const schema = isBody && firstShape(routeOptions.schema?.body)
  const place = { isQuery: validationContext === 'querystring', schema }
  const faults = firstOfEach(validation).map((error) => faultFrom(error, place))
  // What has the wrong type, or is blank, cannot be in any form either; that need not be said.
  const plain = new Set(faults.filter(({ code }) => SAYS_ALL.has(code)).map(({ pointer }) => pointer))
  const worthSaying = faults.filter(({ pointer, code }) => SAYS_ALL.has(code) || !plain.has(pointer))
  const each = new Map(worthSaying.map((one) => [`${one.pointer} ${one.code}`, one]))
  return [...each.values()].slice(0, MOST_FAULTS)
}

/** Of a body that may have several shapes the first, which says of its members whether they are required. */
function firstShape(schema: unknown): unknown {
  const isChoice = typeof schema === 'object' && schema !== null && 'anyOf' in schema
  return isChoice && Array.isArray(schema.anyOf) ? schema.anyOf[0] : schema
}

function firstOfEach(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const counts = new Map<string, number>()
  // What is wrong with a name is said once, where it stands.
  return errors.filter(({ instancePath, params, propertyName }) => {
    if (propertyName !== undefined) return false
    const field = instancePath.split('/', 2)[1] ?? params.additionalProperty ?? params.missingProperty ?? ''
    const before = counts.get(field) ?? 0
    counts.set(field, before + 1)
    return before < MOST_OF_A_FIELD && counts.size <= MOST_FAULTS
  })
}

/** Where a fault was found: in a query string, or by which schema of a body. */
interface Place {
  readonly isQuery: boolean
  readonly schema: unknown
}

function faultFrom(error: ErrorObject, { isQuery, schema }: Place): Fault {
  const { instancePath, params, keyword } = error
  // A list in a query string is written in one parameter.
  const at = isQuery ? instancePath.split('/', 2).join('/') : instancePath
  switch (keyword) {
    case 'required':
      return missing(`${at}/${params.missingProperty}`, params.missingProperty)
    case 'additionalProperties':
      return unknownMember(error, params.additionalProperty)
    case 'type':
      if (error.data === null && memberOf(schema, error) === 'required') return missing(at, nameAt(at))
      return fault(at, 'wrong_type', messageForType(error))
    case 'minLength':
      return fault(at, 'blank', messageForBlank(memberOf(schema, error)))
    case 'maxLength':
      return fault(at, 'too_long', `Send at most ${params.limit} characters.`)
    case 'pattern':
      if (saysNothing(error)) return fault(at, 'blank', messageForBlank(memberOf(schema, error)))
      return fault(at, 'invalid_format', messageForPattern(error))
    case 'format':
      return fault(at, 'invalid_format', messageForFormat(params.format, isQuery))
    case 'enum':
      return notAllowed(at, error)
    case 'minimum':
    case 'maximum':
      return fault(at, 'out_of_range', `Send a number ${params.comparison} ${params.limit}.`)
    case 'propertyNames':
      return fault(`${at}/${escapePointer(params.propertyName)}`, 'invalid_name', messageForName())
    case 'maxProperties':
      return fault(at, 'too_many', `Send at most ${params.limit} members.`)
    case 'minProperties':
      return fault(at, 'empty', messageForNothing(error))
    case 'minItems':
      return fault(at, 'too_few', 'Send at least one item.')
    case 'uniqueItems':
      return fault(at, 'repeated', messageForRepeated(params))
    case 'maxItems':
      return fault(at, 'too_many', `Send at most ${params.limit} items.`)
    default:
      return fault(at, 'invalid', `This ${error.message}.`)
  }
}

const fault = (pointer: string, code: string, message: string): Fault => ({ pointer, code, message })

// Null says as much as leaving it out, and is reported in the same way.
const missing = (pointer: string, name: string): Fault =>
  fault(pointer, 'required', `Send ${name}; it is required.`)

const nameAt = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1)

function unknownMember(error: ErrorObject, name: string): Fault {
  const pointer = `${error.instancePath}/${escapePointer(name)}`
  if (error.instancePath === '' && readOnlyMembers.has(name)) {
    return fault(pointer, 'read_only', `${name} is set by the service; leave it out.`)
  }
  const nearest = suggestion(name, Object.keys(error.parentSchema?.properties ?? {}))
  const hint = nearest === undefined ? 'Leave it out.' : `Did you mean ${nearest}?`
  return fault(pointer, 'unknown_field', `${name} is not a known field. ${hint}`)
}

function notAllowed(at: string, { params, data }: ErrorObject): Fault {
  const allowed: readonly string[] = params.allowedValues.filter((value: unknown) => value !== null)
  const nearest = typeof data === 'string' ? suggestion(data, allowed) : undefined
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return fault(at, 'not_allowed', `Send one of: ${allowed.join(', ')}.${hint}`)
}

/** RFC 6901 */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
