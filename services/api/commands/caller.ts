import type { ApiCaller } from '@ecmr/accounts'
import type { Caller, ClientKey } from '@ecmr/application'
import type { JsonValue } from '@ecmr/domain'
import type { Actor } from '@ecmr/event-store'
import type { FastifyRequest } from 'fastify'
import { invalidHeader, singleHeader } from '../request-headers.js'

/** The holder of an API key as the event log names it. */
export function actorOf(caller: ApiCaller): Actor {
  return { kind: 'api_key', id: caller.keyId, company_id: caller.company }
}

export function callerOf({ caller, id }: FastifyRequest): Caller {
  const { company, policy } = caller
  return { company, policy, actor: actorOf(caller), correlationId: id }
}

const SHAPE = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/

/** The Idempotency-Key of a request; `undefined` when it has none. Throws a Problem when it is malformed. */
export function clientKeyOf(request: FastifyRequest): ClientKey | undefined {
  const key = singleHeader(request, 'idempotency-key')
  if (key === undefined) return undefined
  if (!SHAPE.test(key)) throw invalidHeader('Idempotency-Key', 'Send 1 to 255 printable ASCII characters.')
  const { method, url, body, routeOptions } = request
  // The body of a route that takes none has not been validated, and means nothing.
  const says = routeOptions.schema?.body ? (body as JsonValue) : null
  return { from: 'client', key, request: { method, url, body: says } }
}
