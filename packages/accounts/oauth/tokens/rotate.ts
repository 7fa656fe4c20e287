import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db.js'
import { hashToken } from '../../tokens.js'
import type { HeldGrant } from '../grants/end-grant.js'
import type { OauthScope } from '../model.js'
import { type Successor, successorOf } from '../secrets.js'
import { type IssuedTokens, issueTokens, ROTATION_GRACE_MS } from './issue-tokens.js'

/** More rotations of one grant in a minute than any client makes; a token before them counts as reused. */
const MOST_ROTATIONS = 1_000

/** The refresh token of a family that has not been used yet. */
interface NewestToken {
  /** in clear */
  readonly refreshToken: string
  /** the tokens that it was handed over with; absent: the presented token is itself the newest */
  readonly issued?: Successor
}

/**
 * Follows a refresh token that is presented to the newest one of its family: over each rotation since, as long as the presented
 * one was used a minute ago at most. `undefined`: it was used before that.
 *
 * @param grantId of a locked grant, so that nothing rotates meanwhile
 * @param presented in clear; a token of that grant
 */
export async function newestToken(
  tx: Tx,
  grantId: string,
  presented: string,
): Promise<NewestToken | undefined> {
  const salts = await saltsOf(tx, grantId)
  let newest: NewestToken = { refreshToken: presented }
  for (;;) {
    const salt = salts.get(keyOf(hashToken(newest.refreshToken)))
    if (salt === undefined) return undefined
    if (salt === null) return newest
    const issued = successorOf(newest.refreshToken, salt)
    newest = { refreshToken: issued.refresh.clear, issued }
  }
}

/** The salts of the tokens that were used within the last minute, by the tokens' hashes; null for one that was not used. */
async function saltsOf(tx: Tx, grantId: string): Promise<ReadonlyMap<string, Uint8Array | null>> {
  const rows = await tx
    .selectFrom('oauth.refresh_tokens')
    .select(['hash', 'successor_salt'])
    .where('grant_id', '=', grantId)
    .where((where) =>
      where.or([
        where('used_at', 'is', null),
        where.and([where('used_at', '>', graceBegan()), where('successor_salt', 'is not', null)]),
      ]),
    )
    .orderBy('used_at', (order) => order.desc().nullsFirst())
    .limit(MOST_ROTATIONS)
    .execute()
  return new Map(rows.map(({ hash, successor_salt }) => [keyOf(hash), successor_salt]))
}

/** Since when a use is recent. Not `now()`, which stands still while a transaction waits for others. */
function graceBegan() {
  return sql<Date>`clock_timestamp() - make_interval(secs => ${ROTATION_GRACE_MS / 1_000})`
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64')
}

/**
 * Uses a refresh token up and issues its successor. What former rotations need to be repeated is erased once their minute is
 * over: who finds an old token then cannot follow it to the newest one, even with the database at hand.
 *
 * @param grant held
 * @param refreshToken in clear; the newest of the grant
 */
export async function rotate(
  tx: Tx,
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
