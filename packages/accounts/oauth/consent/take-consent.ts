import { kyselyOver } from '@ecmr/postgres'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { hashToken, isToken } from '../../tokens.js'
import { findClient } from '../clients/find-client.js'
import type { OauthTables } from '../tables.js'
import type { ConsentRequest } from './consent-request.js'
import { stateFromStored } from './stored-state.js'

/** What a person has been asked, once: `undefined` when he has answered already, too late, or was not asked. */
export async function takeConsent(
  pool: Pool,
  userId: string,
  token: string,
): Promise<ConsentRequest | undefined> {
  if (!isToken(token)) return undefined
  const taken = await kyselyOver<OauthTables>(pool)
    .deleteFrom('oauth.requests')
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['client_id', 'details'])
    .executeTakeFirst()
  if (taken === undefined) return undefined
  const client = await findClient(pool, taken.client_id)
  if (client === undefined) return undefined
  const { state, ...rest } = taken.details
  return { ...rest, client, ...(state !== undefined && { state: stateFromStored(state) }) }
}
