import type { Pool } from 'pg'
import type { OauthClient } from '../clients/client.js'

/**
 * Ends a token of a client (RFC 7009): a refresh token takes the whole grant along, which is noted on the audit trail; an access
 * token ends alone. One that is unknown, malformed or another client's changes nothing, and nobody is told.
 */
export async function revokeToken(_pool: Pool, _client: OauthClient, _token: string): Promise<void> {
  throw new Error('not built yet')
}
