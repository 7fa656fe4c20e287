import type { EcmrRecord, Language } from '@ecmr/contract'
import type { FastifyRequest } from 'fastify'
import { Problem } from './problems/problem.js'
import { invalidHeader } from './request-headers.js'

/** The entity tag of a note's version, for answers that are the same in every language. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/**
 * The entity tag of a record as it is shown in a language. Spanish, in which records are unless asked otherwise, has the bare
 * version. A record whose document has no address any more is another one, too.
 */
export function etagOfRecord({ version, document }: Shown, language: Language): string {
  const spoken = language === 'es' ? '' : `-${language}`
  const closed = document?.url === null ? '-closed' : ''
  return `"${version}${spoken}${closed}"`
}

type Shown = Pick<EcmrRecord, 'version'> & { readonly document: { readonly url: string | null } | null }

// RFC 9110, section 8.8.3; a bare number is let pass too.
const TAGS = /\s*(W\/)?("[\x21\x23-\x7e]*"|\d+)\s*(?:,|$)/gy
// What stands behind the version names a representation: a language, or how it was compressed.
const VERSION = /^"?(\d{1,9})(?:-[a-z]+)*"?$/

/**
 * The versions that a request insists on by If-Match; `undefined` when any will do. They are the same whatever the language that a
 * tag was given for. Tags that are weak or not ours match no version (RFC 9110, section 13.1.1).
 */
export function ifMatchVersions(request: FastifyRequest): readonly number[] | undefined {
  const given = request.headers['if-match']?.trim()
  if (given === undefined || given === '*') return undefined
  const tags = [...given.matchAll(TAGS)]
  const read = tags.reduce((length, [tag]) => length + tag.length, 0)
  if (tags.length === 0 || read !== given.length || given.endsWith(','))
    throw invalidHeader('If-Match', 'Send ETags as you got them, such as "3" or "3", "4"; or *.')
  return tags.flatMap(([, weak, tag = '']) => {
    const version = weak === undefined ? VERSION.exec(tag)?.[1] : undefined
    return version === undefined ? [] : [Number(version)]
  })
}

/**
 * The entity tag by which a client says that it holds an answer already (If-None-Match), to be sent back with a 304: the same tag,
 * or that of the answer as it was compressed.
 */
export function heldTag(request: FastifyRequest, etag: string): string | undefined {
  const given = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (given.includes('*')) return etag
  return given.find((tag) => tag.replace(/-(?:br|gzip)"$/, '"') === etag)
}

/** If-Match does not hold. */
export function staleVersion(current: number): Problem {
  const detail = `The note is at version ${current}. Read it again, then repeat the change if it still applies.`
  return new Problem('stale_version', detail, { headers: { etag: etagOf(current) } })
}
