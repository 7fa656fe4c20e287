import type { FastifyRequest } from 'fastify'
import { Problem } from './problems/problem.js'

/** A header that may be given once. Throws a Problem when it is given more often. */
export function singleHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  if (value === undefined) return undefined
  // Node joins most repeated headers with commas, which would look like one odd value.
  const all = request.raw.headersDistinct?.[name] ?? [value].flat()
  if (all.length !== 1) throw invalidHeader(name, 'Send it once.')
  return all[0]
}

/** A header that cannot be understood. */
export function invalidHeader(name: string, message: string): Problem {
  const errors = [{ pointer: name, code: 'invalid_header', message }]
  return new Problem('invalid_request', `Fix the header ${name}.`, { errors })
}
