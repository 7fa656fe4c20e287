import { kyselyOver } from '@ecmr/postgres'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { newToken } from '../../tokens.js'
import type { OauthTables } from '../tables.js'
import type { ConsentRequest } from './consent-request.js'
import { storedState } from './stored-state.js'

/** How long a person has for his answer; milliseconds. */
export const CONSENT_MS = 10 * 60_000

/** Keeps what a person is about to be asked. The token goes into the form, and works once, for this person only. */
export async function openConsent(
  pool: Pool,
  userId: string,
  request: ConsentRequest,
): Promise<{ readonly token: string }> {
  const { client, state, ...rest } = request
  const details = { ...rest, ...(state !== undefined && { state: storedState(state) }) }
  const { token, hash } = newToken()
  await kyselyOver<OauthTables>(pool)
    .insertInto('oauth.requests')
    .values({
      token_hash: hash,
      user_id: userId,
      client_id: client.id,
      details: JSON.stringify(details),
      expires_at: sql`now() + make_interval(secs => ${CONSENT_MS / 1_000})`,
    })
    .execute()
  return { token }
}
