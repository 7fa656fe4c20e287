import { sql } from 'kysely'
import type { Pool } from 'pg'
import { hasAssistants } from '../../companies/company.js'
import { inTransaction, type Tx } from '../../db.js'
import { endReused, type HeldGrant, holdGrantOf } from '../grants/end-grant.js'
import { askedScopes, type OauthClient, type OauthScope } from '../model.js'
import { isResource } from '../resource.js'
import { hashOf, type Successor } from '../secrets.js'
import {
  type IssuedTokens,
  refused,
  type TokenAnswer,
  type TokenRefusal,
  wrongTarget,
} from './issue-tokens.js'
import { newestToken, rotate } from './rotate.js'

export interface RefreshRequest {
  readonly refresh_token: string
  readonly scope?: string
  readonly resource?: string
}

const UNKNOWN = refused(
  'The refresh token is unknown, has expired, was used more than a minute ago or has been revoked: request access again.',
)
const LEFT = refused('The person who connected this client no longer belongs to the company.')
const NO_PLAN = refused("The company's plan does not include assistants.")
const UNKNOWN_SCOPE: TokenRefusal = {
  ok: false,
  error: 'invalid_scope',
  description: 'None of the scopes was granted.',
}

/**
 * Exchanges a refresh token for new tokens (RFC 6749, section 6; rotation as in RFC 9700, section 4.14.2). Plan and membership are
 * looked at again.
 *
 * For a minute the former token yields the newest tokens of its family once more, since clients refresh in parallel, and answers
 * get lost; after that its use ends the grant and is noted on the audit trail. At any time a family has one refresh token that is
 * not used.
 *
 * Whatever is refused for another reason leaves the token good. Former access tokens run out by themselves, within the hour, so
 * that calls which are under way at this moment do not fail.
 */
export async function refreshTokens(
  pool: Pool,
  client: OauthClient,
  asked: RefreshRequest,
): Promise<TokenAnswer> {
  const hash = hashOf('refresh_token', asked.refresh_token)
  if (hash === undefined) return UNKNOWN
  return inTransaction(pool, async (tx) => {
    const grant = await holdGrantOf(tx, 'oauth.refresh_tokens', hash)
    if (grant?.client_id !== client.id || !grant.isAlive) return UNKNOWN
    const newest = await newestToken(tx, grant.id, asked.refresh_token)
    if (newest === undefined) {
      await endReused(tx, grant, 'refresh_token')
      return UNKNOWN
    }
    if (asked.resource !== undefined && !isResource(asked.resource, grant.resource)) return wrongTarget
    const scopes = narrowed(grant.scopes, asked.scope)
    if (scopes === undefined) return UNKNOWN_SCOPE
    const refusal = await refusalFor(tx, grant)
    if (refusal !== undefined) return refusal
    const again = newest.issued && (await issuedAgain(tx, newest.issued, scopes))
    return { ok: true, tokens: again ?? (await rotate(tx, grant, scopes, newest.refreshToken)) }
  })
}

/** Tokens that were issued before; `undefined` when the access token is good no more. */
async function issuedAgain(
  tx: Tx,
  { access, refresh }: Successor,
  scopes: readonly OauthScope[],
): Promise<IssuedTokens | undefined> {
  const good = await tx
    .selectFrom('oauth.access_tokens')
    .select(sql<number>`floor(extract(epoch from expires_at - now()))::int`.as('seconds'))
    .where('hash', '=', access.hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return (
    good && { access_token: access.clear, refresh_token: refresh.clear, expires_in: good.seconds, scopes }
  )
}

/** Those of the grant's scopes that are asked for; `undefined`: none. */
function narrowed(
  granted: readonly OauthScope[],
  scope: string | undefined,
): readonly OauthScope[] | undefined {
  const asked = askedScopes(scope)?.filter((name) => granted.includes(name))
  return asked?.length ? asked : undefined
}

async function refusalFor(tx: Tx, { user_id, company_id }: HeldGrant): Promise<TokenRefusal | undefined> {
  const member = await tx
    .selectFrom('accounts.memberships as m')
    .innerJoin('accounts.companies as c', 'c.id', 'm.company_id')
    .select('c.plan')
    .where('m.user_id', '=', user_id)
    .where('m.company_id', '=', company_id)
    .executeTakeFirst()
  if (member === undefined) return LEFT
  return hasAssistants(member.plan) ? undefined : NO_PLAN
}
