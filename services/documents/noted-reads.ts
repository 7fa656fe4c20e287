import type { ReadQueue } from '@ecmr/document-links'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { networkOfRequest } from './limits.js'
import type { PublicDocument } from './find-document.js'

/** Downloads in parts make many requests: within a minute they count as one. */
const PARTS_OF_ONE_READ_MS = 60_000
const MOST_REMEMBERED = 10_000

/** Notes who was given a document. */
export type NoteRead = (request: FastifyRequest, document: PublicDocument, status: number) => void

/**
 * Every GET that is answered with the document counts, and every one that learns that the copy it has is the current one. HEAD
 * does not.
 */
export function readNoter(reads: Pick<ReadQueue, 'note'>, clock: () => Date): NoteRead {
  const recent = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: PARTS_OF_ONE_READ_MS })
  return (request, { link, served }, status) => {
    if (request.method !== 'GET' || ![200, 206, 304].includes(status)) return
    const address = networkOfRequest(request)
    const reader = `${link.link_id} ${address}`
    if (status === 206 && recent.has(reader)) return
    recent.set(reader, true)
    reads.note({ ...link, version: served.version, address, at: clock() })
  }
}
