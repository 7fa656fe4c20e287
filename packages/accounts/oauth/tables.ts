import type { Generated, JSONColumnType } from 'kysely'
import type { AuthMethod, ConsentRequest, EndReason, OauthScope } from './model.js'

/** The tables of the schema `oauth`. Of codes, tokens and secrets there are only SHA-256 hashes. */
export interface OauthTables {
  'oauth.clients': {
    id: string
    /** null: a public client */
    secret_hash: Uint8Array | null
    name: string
    redirect_uris: string[]
    auth_method: AuthMethod
    application_type: 'native' | 'web' | null
    client_uri: string | null
    software_id: string | null
    software_version: string | null
    /** of a client that did not register: where it publishes what is stored here */
    document_url: string | null
    /** SHA-256 of the network's name from which it registered: no addresses are kept; null: it did not register */
    network: Uint8Array | null
    created_at: Generated<Date>
  }
  /** Open requests for consent; deleted when answered. */
  'oauth.requests': {
    token_hash: Uint8Array
    user_id: string
    client_id: string
    details: JSONColumnType<Omit<ConsentRequest, 'client'>>
    created_at: Generated<Date>
    expires_at: Date
  }
  /** That a client may read for a company; all codes and tokens belong to one, the family of RFC 9700. */
  'oauth.grants': {
    id: string
    client_id: string
    company_id: string
    user_id: string
    scopes: OauthScope[]
    resource: string
    /** the host, or the scheme of an app, that the person was sent back to */
    redirect_host: string
    created_at: Generated<Date>
    last_used_at: Date | null
    /** until when its code can be redeemed, and from then on its refresh token: moves with each use */
    expires_at: Date
    ended_at: Date | null
    end_reason: EndReason | null
  }
  'oauth.codes': {
    hash: Uint8Array
    grant_id: string
    redirect_uri: string
    code_challenge: string
    expires_at: Date
    used_at: Date | null
  }
  'oauth.access_tokens': {
    hash: Uint8Array
    grant_id: string
    created_at: Generated<Date>
    expires_at: Date
  }
  'oauth.refresh_tokens': {
    hash: Uint8Array
    grant_id: string
    created_at: Generated<Date>
    used_at: Date | null
    /** with which its successor can be derived once more; null: not used, or used more than a minute ago */
    successor_salt: Uint8Array | null
  }
  /** Links by which people hand an assistant what is read of a document. Past `expires_at` the sealed columns are erased. */
  'oauth.reading_links': {
    token_hash: Uint8Array
    grant_id: string
    company_id: string
    user_id: string
    /** what the assistant wants to know; sealed with the token */
    prompt: Uint8Array | null
    created_at: Generated<Date>
    expires_at: Date
    /** when a document was sent that is being read; null: none, or nothing was read of it */
    taken_at: Date | null
    read_at: Date | null
    /** what was read; sealed with the token */
    reading: Uint8Array | null
  }
}
