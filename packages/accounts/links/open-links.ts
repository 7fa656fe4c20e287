import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { AccountsTables, LinkPurpose } from '../tables.js'
import { hashToken, isToken } from '../tokens.js'

export type LinkRow = Selectable<AccountsTables['accounts.links']>

/** The link with this token, as long as it works. */
export async function findLink(
  db: Kysely<AccountsTables>,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkRow | undefined> {
  if (!isToken(token)) return undefined
  return db
    .selectFrom('accounts.links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/**
 * Uses a link up: of many who follow it at once one gets it. What a registration has said, which others need not read any
 * more, is wiped.
 */
export async function takeLink(
  tx: Transaction<AccountsTables>,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkRow | undefined> {
  const link = await findLink(tx, purpose, token)
  if (link === undefined) return undefined
  const taken = await tx
    .updateTable('accounts.links')
    .set({ used_at: sql`now()`, details: '{}' })
    .where('id', '=', link.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return taken && link
}
