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
  const isKnown = (reader: string): boolean => {
    if (recent.has(reader)) return true
    recent.set(reader, true)
    return false
  }
  return (request, { link, served }, status) => {
    if (request.method !== 'GET' || status > 304) return
    const address = networkOfRequest(request)
    if (status === 206 && isKnown(`${link.link_id} ${address}`)) return
    const { link_id, document_id, company_id } = link
    reads.note({ document_id, company_id, link_id, version: served.version, address, at: clock() })
  }
}
