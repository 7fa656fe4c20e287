import type { FastifyRequest } from 'fastify'

/** A password as it was typed: spaces at its ends belong to it. */
export function typedPassword({ body }: FastifyRequest, field = 'password'): string {
  const typed: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined
  return typeof typed === 'string' ? typed : ''
}
