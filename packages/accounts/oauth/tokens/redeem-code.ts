import { createHash, timingSafeEqual } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { inTransaction, type Tx } from '../../db.js'
import { endReused, holdGrantOf } from '../grants/end-grant.js'
import type { OauthClient } from '../model.js'
import { isRegisteredRedirectUri } from '../redirect-uris.js'
import { isResource } from '../resource.js'
import { hashOf, newSecret } from '../secrets.js'
import type { OauthTables } from '../tables.js'
import { issueTokens, refused, type TokenAnswer, wrongTarget } from './issue-tokens.js'

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** Whether a verifier is the one of a challenge (RFC 7636, section 4.6, `S256`). */
function fitsChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false
  const [made, stored] = [createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url')]
  return made.length === stored.length && timingSafeEqual(made, stored)
}

interface RedeemedCode {
  readonly code: string
  /** as it stood in the authorization request; absent: not sent */
  readonly redirect_uri?: string
  readonly code_verifier: string
  /** absent: not sent */
  readonly resource?: string
}

type CodeRow = Selectable<OauthTables['oauth.codes']>

const UNKNOWN = refused('The code is unknown, has expired or was used before: request access again.')
const UNFIT = refused('The code was given for another redirect_uri or another code_challenge.')

/**
 * Exchanges a code for tokens (RFC 6749, section 4.1.3). It works once: a second use ends the grant, with all that the first
 * one yielded, and is noted on the audit trail.
 *
 * An attempt by another client changes nothing, so that a caller who saw a code cannot spoil it. One by the right client uses the code up,
 * even with a wrong verifier or redirect URI: there is no second guess.
 */
export async function redeemCode(pool: Pool, client: OauthClient, asked: RedeemedCode): Promise<TokenAnswer> {
  const hash = hashOf('code', asked.code)
  if (hash === undefined) return UNKNOWN
  return inTransaction(pool, async (tx) => {
    const grant = await holdGrantOf(tx, 'oauth.codes', hash)
    if (grant?.client_id !== client.id || !grant.isAlive) return UNKNOWN
    if (asked.resource !== undefined && !isResource(asked.resource, grant.resource)) return wrongTarget
    const code = await takeCode(tx, hash)
    if (code === undefined) {
      if (await wasUsed(tx, hash)) await endReused(tx, grant, 'code')
      return UNKNOWN
    }
    if (!fits(code, asked) || !isRegisteredRedirectUri(client.redirect_uris, code.redirect_uri)) return UNFIT
    const first = { access: newSecret('access_token'), refresh: newSecret('refresh_token') }
    return { ok: true, tokens: await issueTokens(tx, grant, grant.scopes, first) }
  })
}

/** Uses a code up; `undefined` when it was used before or has expired. */
async function takeCode(tx: Tx, hash: Uint8Array): Promise<CodeRow | undefined> {
  return tx
    .updateTable('oauth.codes')
    .set({ used_at: sql`now()` })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
}

async function wasUsed(tx: Tx, hash: Uint8Array): Promise<boolean> {
  const used = await tx
    .selectFrom('oauth.codes')
    .select('hash')
    .where('hash', '=', hash)
    .where('used_at', 'is not', null)
    .executeTakeFirst()
  return used !== undefined
}

// OAuth 2.1 has no redirect_uri in this request any more: without it the verifier decides.
function fits(code: CodeRow, { redirect_uri = code.redirect_uri, code_verifier }: RedeemedCode): boolean {
  return redirect_uri === code.redirect_uri && fitsChallenge(code_verifier, code.code_challenge)
}
