import type { FastifyRequest } from 'fastify'
import { invalidHeader, singleHeader } from '../request-headers.js'

const SHAPE = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/

/** The Idempotency-Key of a request; `undefined` when it has none. Throws a Problem when it is no good. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = singleHeader(request, 'idempotency-key')
  if (key === undefined) return undefined
  if (!SHAPE.test(key)) throw invalidHeader('Idempotency-Key', 'Send 1 to 255 printable ASCII characters.')
  return key
}
