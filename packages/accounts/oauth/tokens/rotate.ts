import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { hashToken } from '../../tokens.js'
import type { HeldGrant } from '../grants/hold-grant.js'
import type { OauthScope } from '../scopes.js'
import type { OauthTables } from '../tables.js'
import { issueTokens } from './issue-tokens.js'
import type { IssuedTokens } from './issued.js'
import { graceBegan } from './newest-token.js'
import { successorOf } from './successor.js'

/**
 * Uses a refresh token up and issues its successor. What former rotations need to be repeated is erased once their minute is
 * over: who finds an old token then cannot follow it to the newest one, even with the database at hand.
 *
 * @param grant held
 * @param refreshToken in clear; the newest of the grant
 */
export async function rotate(
  tx: Transaction<OauthTables>,
  grant: HeldGrant,
  scopes: readonly OauthScope[],
  refreshToken: string,
): Promise<IssuedTokens> {
  const salt = new Uint8Array(randomBytes(32))
  await tx
    .updateTable('oauth.refresh_tokens')
    .set({ successor_salt: null })
    .where('grant_id', '=', grant.id)
    .where('used_at', '<=', graceBegan())
    .where('successor_salt', 'is not', null)
    .execute()
  await tx
    .updateTable('oauth.refresh_tokens')
    .set({ used_at: sql`clock_timestamp()`, successor_salt: salt })
    .where('hash', '=', hashToken(refreshToken))
    .execute()
  return issueTokens(tx, grant, scopes, successorOf(refreshToken, salt))
}
