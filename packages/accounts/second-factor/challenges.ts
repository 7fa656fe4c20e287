import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import { accountsDb } from '../db.js'
import { hashToken, newToken } from '../tokens.js'

/** How long a person has to use a passkey; milliseconds. */
export const CHALLENGE_MS = 5 * 60_000

/** A session, or a login that waits: each has one challenge at a time, which is what a passkey signs. */
export type ChallengeOwner = { readonly session: string } | { readonly pending: Uint8Array }

function tableOf(owner: ChallengeOwner): RawBuilder<unknown> {
  return sql.table('session' in owner ? 'accounts.sessions' : 'accounts.pending_logins')
}

function isOf(owner: ChallengeOwner): RawBuilder<unknown> {
  return 'session' in owner ? sql`id = ${owner.session}` : sql`token_hash = ${owner.pending}`
}

/** A new challenge, base64url; the one before is worth nothing any more. Only its hash is stored. */
export async function newChallenge(pool: Pool, owner: ChallengeOwner): Promise<string> {
  const { token, hash } = newToken()
  await sql`
    update ${tableOf(owner)} set challenge_hash = ${hash},
      challenge_until = now() + make_interval(secs => ${CHALLENGE_MS / 1_000}::int)
    where ${isOf(owner)}`.execute(accountsDb(pool))
  return token
}

/**
 * Uses the challenge up, whatever comes of it.
 *
 * @returns whether a challenge is the one; `undefined`: there is none, or it is too old
 */
export async function takeChallenge(
  pool: Pool,
  owner: ChallengeOwner,
): Promise<((challenge: string) => boolean) | undefined> {
  const { rows } = await sql<{ readonly challenge_hash: Uint8Array }>`
    update ${tableOf(owner)} taken set challenge_hash = null, challenge_until = null
    from (select challenge_hash from ${tableOf(owner)} where ${isOf(owner)} and challenge_until > now() for update) before
    where ${isOf(owner)} and taken.challenge_hash = before.challenge_hash
    returning before.challenge_hash`.execute(accountsDb(pool))
  const [taken] = rows
  return taken && ((challenge) => Buffer.from(hashToken(challenge)).equals(taken.challenge_hash))
}
