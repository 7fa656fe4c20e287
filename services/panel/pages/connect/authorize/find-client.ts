import {
  type ClientDocuments,
  type DocumentFault,
  findClient,
  isDocumentUrl,
  type OauthClient,
  storeDocumentClient,
} from '@ecmr/accounts/oauth'
import type { Pool } from 'pg'

/** A client whose document is missing or not good. */
export interface BadDocument {
  readonly kind: 'bad_document'
  readonly url: string
  readonly fault: DocumentFault
  /** for the client's developers, in English */
  readonly detail: string
}

/** What is known of the client that a request names. */
export type Found =
  | { readonly kind: 'found'; readonly client: OauthClient }
  | { readonly kind: 'unknown' }
  /** its document is fetched for those only who are logged in: strangers must not make us send requests */
  | { readonly kind: 'login' }
  | BadDocument

export type FindClient = (id: string) => Promise<Found>

/** Finds clients that have registered, and those that are known by the address of their document. */
export function clientFinder(
  { pool, clientDocuments }: { readonly pool: Pool; readonly clientDocuments?: ClientDocuments },
  isLoggedIn: boolean,
): FindClient {
  return async (id) => {
    if (clientDocuments !== undefined && isDocumentUrl(id))
      return isLoggedIn ? byDocument(pool, clientDocuments, id) : { kind: 'login' }
    const client = await findClient(pool, id)
    return client === undefined ? { kind: 'unknown' } : { kind: 'found', client }
  }
}

async function byDocument(pool: Pool, documents: ClientDocuments, url: string): Promise<Found> {
  const document = await documents.read(url)
  if (!document.ok) return { kind: 'bad_document', url, fault: document.fault, detail: document.detail }
  return { kind: 'found', client: await storeDocumentClient(pool, url, document.client) }
}
