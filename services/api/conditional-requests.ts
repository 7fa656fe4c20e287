import type { FastifyRequest } from 'fastify'
import { Problem } from './problems/problem.js'
import { invalidHeader, singleHeader } from './request-headers.js'

// RFC 9110, section 8.8.3; a bare number is let pass too.
const ETAG = /^(W\/)?("[\x21\x23-\x7e]*"|\d+)$/
const NO_VERSION = -1

/** The entity tag of a note's version. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/**
 * The version that a request insists on by If-Match; `undefined` when any will do. A tag that is not ours yields a
 * version that no note has.
 */
export function ifMatchVersion(request: FastifyRequest): number | undefined {
  const tag = singleHeader(request, 'if-match')?.trim()
  if (tag === undefined || tag === '*') return undefined
  if (!ETAG.test(tag)) throw invalidHeader('If-Match', 'Send one ETag as you got it, such as "3".')
  const version = /^"?(\d{1,9})"?$/.exec(tag)?.[1]
  return version === undefined ? NO_VERSION : Number(version)
}

/** Whether the client holds this version already, by If-None-Match. */
export function holdsVersion(request: FastifyRequest, version: number): boolean {
  return holdsTag(request, etagOf(version))
}

/** Whether the client holds what has this entity tag, by If-None-Match. */
export function holdsTag(request: FastifyRequest, etag: string): boolean {
  const given = request.headers['if-none-match'] ?? ''
  return given.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}

/** If-Match does not hold. */
export function staleVersion(current: number): Problem {
  const detail = `The note stands at version ${current}. Read it again, then repeat the change if it still applies.`
  return new Problem('stale_version', detail, { headers: { etag: etagOf(current) } })
}
