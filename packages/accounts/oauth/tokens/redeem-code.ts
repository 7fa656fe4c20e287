import type { Pool } from 'pg'
import type { OauthClient } from '../clients/client.js'
import type { TokenAnswer } from './issued.js'

/**
 * Exchanges a code for tokens (RFC 6749, section 4.1.3). It works once: a second use ends the grant, with all that the first
 * one yielded, and is noted on the audit trail.
 */
export async function redeemCode(
  _pool: Pool,
  _client: OauthClient,
  _asked: {
    readonly code: string
    /** as it stood in the authorization request; absent: not sent */
    readonly redirect_uri?: string
    readonly code_verifier: string
    /** absent: not sent */
    readonly resource?: string
  },
): Promise<TokenAnswer> {
  throw new Error('not built yet')
}
