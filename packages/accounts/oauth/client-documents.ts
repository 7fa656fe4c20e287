import { LRUCache } from 'lru-cache'
import { readClientMetadata } from './client-metadata.js'
import type { NewClient } from './model.js'

/** What has come back from the address of a document. */
export type FetchedDocument =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly contentType: string | undefined
      readonly cacheControl: string | undefined
      readonly body: string
    }
  | { readonly kind: 'failed'; readonly reason: 'unreachable' | 'timeout' | 'too_large' }

/** Gets the document at an address, following no redirect. Never rejects. */
export type FetchDocument = (url: string) => Promise<FetchedDocument>

/** Why a client cannot be known by its document. */
export type DocumentFault =
  | 'address'
  | 'busy'
  | 'unreachable'
  | 'timeout'
  | 'redirect'
  | 'status'
  | 'too_large'
  | 'not_json'
  | 'other_client'
  | 'secret'
  | 'metadata'

export type ClientDocument =
  | { readonly ok: true; readonly client: NewClient }
  /** `detail`: for the client's developers, in English */
  | { readonly ok: false; readonly fault: DocumentFault; readonly detail: string }

/** Finds out about clients from the documents that they publish (draft-ietf-oauth-client-id-metadata-document). */
export interface ClientDocuments {
  /** @param url that a client sent as its `client_id` */
  read(url: string): Promise<ClientDocument>
}

const LONGEST_URL = 1_000

/** Whether a `client_id` is meant as the address of a document. */
export function isDocumentUrl(clientId: string): boolean {
  return clientId.startsWith('https://')
}

/** An address that is written in one way only has no dot segments, default port or upper-case host. */
function isGoodAddress(url: string): boolean {
  if (url.length > LONGEST_URL || !URL.canParse(url)) return false
  const { href, protocol, pathname, username, password } = new URL(url)
  const hasPath = pathname !== '/' && !url.includes('#')
  return href === url && protocol === 'https:' && hasPath && username === '' && password === ''
}

const MOST_CACHED = { documents: 500, bytes: 2_000_000 } as const
const MOST_AT_ONCE = 8

/**
 * Reads documents, and remembers good ones as long as their headers permit: 5 minutes when these say nothing, a day at most. At
 * most 8 are fetched at once, each address once at a time; failures are not remembered.
 *
 * @param now milliseconds
 */
export function clientDocuments(fetchDocument: FetchDocument, now: () => number = Date.now): ClientDocuments {
  const cache = new LRUCache<string, NewClient>({
    max: MOST_CACHED.documents,
    maxSize: MOST_CACHED.bytes,
    perf: { now },
    ttlResolution: 0,
  })
  const underWay = new Map<string, Promise<ClientDocument>>()

  async function fetched(url: string): Promise<ClientDocument> {
    const answer = await fetchDocument(url)
    const document = documentFrom(url, answer)
    const ttl = answer.kind === 'answered' ? freshMs(answer.cacheControl) : 0
    // An entry with a ttl of 0 would never expire.
    if (document.ok && answer.kind === 'answered' && ttl > 0)
      cache.set(url, document.client, { ttl, size: url.length + answer.body.length })
    return document
  }

  return {
    async read(url) {
      if (!isGoodAddress(url)) return refused('address', 'client_id is not the address of a document.')
      const known = cache.get(url)
      if (known !== undefined) return { ok: true, client: known }
      const waiting = underWay.get(url)
      if (waiting !== undefined) return waiting
      if (underWay.size >= MOST_AT_ONCE) return refused('busy', 'Too many documents are being fetched.')
      const reading = fetched(url).finally(() => underWay.delete(url))
      underWay.set(url, reading)
      return reading
    },
  }
}

const SECONDS = 1_000
const UNSAID_MS = 300 * SECONDS
const LONGEST_MS = 86_400 * SECONDS

/** How long a document may be used, by its Cache-Control (RFC 9111, section 5.2.2); milliseconds. */
function freshMs(cacheControl = ''): number {
  if (/(?:^|[,\s])no-(?:store|cache)(?:$|[\s,=])/i.test(cacheControl)) return 0
  const age =
    /(?:^|[,\s])s-maxage=(\d+)/i.exec(cacheControl) ?? /(?:^|[,\s])max-age=(\d+)/i.exec(cacheControl)
  return age ? Math.min(Number(age[1]) * SECONDS, LONGEST_MS) : UNSAID_MS
}

const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)(?:\s*;|\s*$)/i

function documentFrom(url: string, answer: FetchedDocument): ClientDocument {
  if (answer.kind === 'failed') return refused(answer.reason, DETAILS[answer.reason])
  const { status, contentType = '', body } = answer
  if (status >= 300 && status < 400)
    return refused('redirect', `It answers ${status}, which is not followed.`)
  if (status !== 200) return refused('status', `It answers ${status} instead of 200.`)
  if (!JSON_TYPE.test(contentType)) return refused('not_json', 'Its media type is not application/json.')
  const said = jsonObject(body)
  return said === undefined ? refused('not_json', 'It is not a JSON object.') : clientFrom(url, said)
}

const DETAILS = {
  unreachable: 'There is no public address, no connection or no valid TLS certificate.',
  timeout: 'It does not answer in time.',
  too_large: 'It is too large.',
} as const

function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function clientFrom(url: string, said: Readonly<Record<string, unknown>>): ClientDocument {
  if (said.client_id !== url) return refused('other_client', 'Its client_id is not its own address.')
  const secrets = ['client_secret', 'client_secret_expires_at']
  const secret = secrets.find((name) => (said[name] ?? undefined) !== undefined)
  if (secret !== undefined) return refused('secret', `It is public, and must not have ${secret}.`)
  const read = readClientMetadata(said, 'none')
  if (!read.ok) return refused('metadata', read.sentence)
  if (read.client.auth_method !== 'none')
    return refused('secret', 'token_endpoint_auth_method has to be none: it shares no secret with us.')
  return { ok: true, client: read.client }
}

function refused(fault: DocumentFault, detail: string): ClientDocument {
  return { ok: false, fault, detail }
}
