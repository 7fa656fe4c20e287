import type { FastifyContextConfig } from 'fastify'
import { Problem } from './problem.js'

/** A body of a media type that an address does not take. */
export function wrongMediaType(takes: FastifyContextConfig['takes']): Problem {
  const type = takes === 'text/csv' ? takes : 'application/json'
  return new Problem('unsupported_media_type', `Send the body as ${type}.`)
}
