import type { Pool } from 'pg'
import type { OauthClient } from '../clients/client.js'
import type { TokenAnswer } from './issued.js'

/**
 * Exchanges a refresh token for new tokens (RFC 6749, section 6; rotation as in RFC 9700, section 4.14.2). Each works once: the
 * use of a former one ends the grant and is noted on the audit trail. Plan and membership are looked at again.
 */
export async function refreshTokens(
  _pool: Pool,
  _client: OauthClient,
  _asked: { readonly refresh_token: string; readonly scope?: string; readonly resource?: string },
): Promise<TokenAnswer> {
  throw new Error('not built yet')
}
