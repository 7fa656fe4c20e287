import { hashOfToken, type OpenLink, openLinks } from '@ecmr/document-links'
import { type ServedDocument, servedDocuments } from '@ecmr/read-models'
import type { Pool } from 'pg'
import { batched } from './batched.js'

/** What an address leads to. */
export interface PublicDocument {
  readonly link: OpenLink
  readonly served: ServedDocument
}

/** Finds what the address with a token leads to: nothing when it is unknown, malformed or closed, or its document was not issued. */
export type FindDocument = (token: string) => Promise<PublicDocument | undefined>

export function documentFinder(pool: Pick<Pool, 'query'>): FindDocument {
  const find = batched((hashes: readonly string[]) => findDocuments(pool, hashes))
  return (token) => find(hashOfToken(token))
}

async function findDocuments(
  pool: Pick<Pool, 'query'>,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, PublicDocument>> {
  const links = await openLinks(pool, hashes)
  if (links.size === 0) return new Map()
  const ids = new Set([...links.values()].map(({ document_id }) => document_id))
  const documents = await servedDocuments(pool, [...ids])
  return new Map(
    [...links].flatMap(([hash, link]) => {
      const served = documents.get(link.document_id)
      return served === undefined ? [] : [[hash, { link, served }] as const]
    }),
  )
}
