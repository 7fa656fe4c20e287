import { sql, type Transaction } from 'kysely'
import type { HeldGrant } from '../grants/hold-grant.js'
import type { OauthScope } from '../scopes.js'
import type { OauthTables } from '../tables.js'
import { ACCESS_TOKEN_MS, type IssuedTokens, LONGEST_GRANT_MS, UNUSED_GRANT_MS } from './issued.js'
import type { Successor } from './successor.js'

/** Stores the hashes of an access token and a refresh token, and lets their grant live on. In clear they leave here only. */
export async function issueTokens(
  tx: Transaction<OauthTables>,
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
