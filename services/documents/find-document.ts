import { hashOfToken, type OpenLink, openLinks } from '@ecmr/document-links'
import { type ServedDocument, servedDocuments } from '@ecmr/read-models'
import { keptReadings } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { batched } from './batched.js'
import { DocumentUnavailable } from './document-bytes.js'

/** What an address leads to. */
export interface PublicDocument {
  readonly link: OpenLink
  readonly served: ServedDocument
  /** of answers with it */
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string }
}

const MOST_REMEMBERED = 10_000
/** A new version is served, and a closed address is closed, within half a second: versions are promised within five seconds. */
const FRESHNESS = { usableMs: 500, refreshAfterMs: 400 }

/**
 * Finds what the address with a token leads to: nothing when it is unknown, malformed or closed.
 *
 * @throws DocumentUnavailable when its document is not known yet: the read model is behind, and an officer may be waiting
 */
export type FindDocument = (token: string) => Promise<PublicDocument | undefined>

export function documentFinder(pool: Pick<Pool, 'query'>): FindDocument {
  const find = batched((hashes: readonly string[]) => findDocuments(pool, hashes))
  const read = async (token: string): Promise<PublicDocument | undefined> => {
    const found = await find(hashOfToken(token))
    if (found === 'not yet') throw new DocumentUnavailable('the document is not known yet')
    return found
  }
  return keptReadings(read, MOST_REMEMBERED, FRESHNESS)
}

async function findDocuments(
  pool: Pick<Pool, 'query'>,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, PublicDocument | 'not yet'>> {
  const links = await openLinks(pool, hashes)
  if (links.size === 0) return new Map()
  const ids = new Set([...links.values()].map(({ document_id }) => document_id))
  const documents = await servedDocuments(pool, [...ids])
  return new Map(
    [...links].map(([hash, link]) => {
      const served = documents.get(link.document_id)
      return [hash, served === undefined ? 'not yet' : { link, served, headers: headersOf(served) }]
    }),
  )
}

function headersOf({ sha256, file_name }: ServedDocument): PublicDocument['headers'] {
  return {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${file_name.replaceAll(/[^\w.-]/g, '_')}"`,
    'accept-ranges': 'bytes',
    'cache-control': 'no-cache',
    etag: `"${sha256}"`,
    // The address opens the document: it belongs in no search engine.
    'x-robots-tag': 'noindex',
  }
}
