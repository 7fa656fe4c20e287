import { type Selectable, sql, type Transaction } from 'kysely'
import type { OauthTables } from '../tables.js'

/** A grant that nobody else changes until the transaction ends. */
export type HeldGrant = Pick<
  Selectable<OauthTables['oauth.grants']>,
  'id' | 'client_id' | 'company_id' | 'user_id' | 'scopes' | 'resource'
> & {
  readonly client_name: string
  /** neither ended nor expired */
  readonly isAlive: boolean
}

export const isAlive = sql<boolean>`(g.ended_at is null and g.expires_at > now())`

/**
 * Holds the grant that a code or refresh token belongs to. Whoever uses, renews or ends one does so one at a time: what he reads
 * from here on, he reads as those before him have left it.
 */
export async function holdGrantOf(
  tx: Transaction<OauthTables>,
  table: 'oauth.codes' | 'oauth.refresh_tokens',
  hash: Uint8Array,
): Promise<HeldGrant | undefined> {
  return heldGrants(tx)
    .where('g.id', '=', (where) => where.selectFrom(table).select('grant_id').where('hash', '=', hash))
    .executeTakeFirst()
}

/** The grants that a condition chooses, in an order in which nobody waits for somebody who waits for him. */
export function heldGrants(tx: Transaction<OauthTables>) {
  return tx
    .selectFrom('oauth.grants as g')
    .innerJoin('oauth.clients as c', 'c.id', 'g.client_id')
    .select(['g.id', 'g.client_id', 'g.company_id', 'g.user_id', 'g.scopes', 'g.resource'])
    .select(['c.name as client_name', isAlive.as('isAlive')])
    .orderBy('g.id')
    .forNoKeyUpdate('g')
}
