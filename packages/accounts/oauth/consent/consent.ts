import { sql } from 'kysely'
import type { Pool } from 'pg'
import { accountsDb } from '../../db.js'
import { hashToken, isToken, newToken } from '../../tokens.js'
import { findClient } from '../clients/clients.js'
import type { ConsentRequest } from './consent-request.js'

/** Whatever a client sends for `state` it gets back, also the character NUL, which jsonb cannot hold. */
function storedState(state: string): string {
  return Buffer.from(state).toString('base64url')
}

function stateFromStored(stored: string): string {
  return Buffer.from(stored, 'base64url').toString()
}

/** How long a person has to answer; milliseconds. */
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
  await accountsDb(pool)
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

/** Takes a person's open request; `undefined` when it was answered before, has expired, or there is none. */
export async function takeConsent(
  pool: Pool,
  userId: string,
  token: string,
): Promise<ConsentRequest | undefined> {
  if (!isToken(token)) return undefined
  const taken = await accountsDb(pool)
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
