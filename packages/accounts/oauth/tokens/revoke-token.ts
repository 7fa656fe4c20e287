import type { Pool } from 'pg'
import { accountsDb, inTransaction } from '../../db.js'
import { endHeldGrant, holdGrantOf } from '../grants/end-grant.js'
import type { OauthClient } from '../model.js'
import { hashOf } from '../secrets.js'

/**
 * Ends a token of a client (RFC 7009): a refresh token takes the whole grant along, which is noted on the audit trail; an access
 * token ends alone. One that is unknown, malformed or another client's changes nothing, without an error.
 */
export async function revokeToken(pool: Pool, client: OauthClient, token: string): Promise<void> {
  const access = hashOf('access_token', token)
  if (access !== undefined) await endAccess(pool, client, access)
  const refresh = hashOf('refresh_token', token)
  if (refresh !== undefined) await endFamily(pool, client, refresh)
}

async function endAccess(pool: Pool, client: OauthClient, hash: Uint8Array): Promise<void> {
  await accountsDb(pool)
    .deleteFrom('oauth.access_tokens as t')
    .using('oauth.grants as g')
    .where('t.hash', '=', hash)
    .whereRef('g.id', '=', 't.grant_id')
    .where('g.client_id', '=', client.id)
    .execute()
}

// A former refresh token does as well: a client that revokes it wants all of it to end.
async function endFamily(pool: Pool, client: OauthClient, hash: Uint8Array): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const grant = await holdGrantOf(tx, 'oauth.refresh_tokens', hash)
    if (grant?.client_id === client.id && grant.isAlive) await endHeldGrant(tx, grant, 'revoked_by_client')
  })
}
