import { sql } from 'kysely'
import type { Tx } from '../../db.js'
import type { HeldGrant } from '../grants/end-grant.js'
import type { OauthScope } from '../model.js'
import type { Successor } from '../secrets.js'

/** Lifetimes: of a code; of an access token; of a grant that is not used; of a grant at most. Milliseconds. */
export const CODE_MS = 60_000
const ACCESS_TOKEN_MS = 3_600_000
const UNUSED_GRANT_MS = 30 * 24 * 3_600_000
const LONGEST_GRANT_MS = 90 * 24 * 3_600_000

/** For how long after a rotation the former refresh token yields its successor once more, milliseconds. */
export const ROTATION_GRACE_MS = 60_000

/** What the token endpoint answers with. */
export interface IssuedTokens {
  readonly access_token: string
  readonly refresh_token: string
  /** seconds */
  readonly expires_in: number
  readonly scopes: readonly OauthScope[]
}

/** Why no tokens are issued (RFC 6749, section 5.2; RFC 8707, section 2), with a sentence for the client's developers. */
export interface TokenRefusal {
  readonly ok: false
  readonly error: 'invalid_grant' | 'invalid_target' | 'invalid_scope'
  readonly description: string
}

export type TokenAnswer = { readonly ok: true; readonly tokens: IssuedTokens } | TokenRefusal

export function refused(description: string): TokenRefusal {
  return { ok: false, error: 'invalid_grant', description }
}

export const wrongTarget: TokenRefusal = {
  ok: false,
  error: 'invalid_target',
  description: 'Tokens are for the MCP endpoint of this site only; resource names another one.',
}

/** Stores the hashes of an access token and a refresh token, and lets their grant live on. In clear they leave here only. */
export async function issueTokens(
  tx: Tx,
  grant: HeldGrant,
  scopes: readonly OauthScope[],
  { access, refresh }: Successor,
): Promise<IssuedTokens> {
  const { expires_at } = await tx
    .updateTable('oauth.grants')
    .set({
      expires_at: sql`least(${after('now()', UNUSED_GRANT_MS)}, ${after('created_at', LONGEST_GRANT_MS)})`,
    })
    .where('id', '=', grant.id)
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  const { seconds } = await tx
    .insertInto('oauth.access_tokens')
    .values({
      hash: access.hash,
      grant_id: grant.id,
      expires_at: sql`least(${after('now()', ACCESS_TOKEN_MS)}, ${expires_at}::timestamptz)`,
    })
    .returning(sql<number>`floor(extract(epoch from expires_at - now()))::int`.as('seconds'))
    .executeTakeFirstOrThrow()
  await tx.insertInto('oauth.refresh_tokens').values({ hash: refresh.hash, grant_id: grant.id }).execute()
  return { access_token: access.clear, refresh_token: refresh.clear, expires_in: seconds, scopes }
}

function after(instant: 'now()' | 'created_at', ms: number) {
  return sql`${sql.raw(instant)} + make_interval(secs => ${ms / 1_000})`
}
