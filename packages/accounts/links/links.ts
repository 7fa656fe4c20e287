import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { accountsDb, type Db, inTransaction, type Tx } from '../db.js'
import { hashPassword } from '../passwords/password-hash.js'
import type { AccountsTables, LinkPurpose } from '../tables.js'
import { hashToken, isToken, newToken } from '../tokens.js'
import type { User } from '../users/user.js'
import { unlessTaken } from '../users/users.js'

const HOUR_MS = 3_600_000

/** How long links work, milliseconds. */
export const LIFETIMES: Readonly<Record<LinkPurpose, number>> = {
  registration: 24 * HOUR_MS,
  reset: HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
}

/** How it went to follow a link that makes an account. */
export type LinkFollowed =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly reason: 'unknown_link' | 'email_taken' }

/** Makes a link, in the transaction that decides that there may be one. The token stands in it and nowhere else. */
export async function newLink(
  tx: Tx,
  link: {
    readonly purpose: LinkPurpose
    readonly company_id?: string
    readonly user_id?: string
    readonly email?: string
    readonly details?: object
  },
): Promise<{ readonly id: string; readonly token: string }> {
  const { details = {}, ...rest } = link
  const { token, hash } = newToken()
  const id = uuidv7()
  await tx
    .insertInto('accounts.links')
    .values({
      id,
      token_hash: hash,
      ...rest,
      details: JSON.stringify(details),
      expires_at: new Date(Date.now() + LIFETIMES[link.purpose]),
    })
    .execute()
  return { id, token }
}

export type LinkRow = Selectable<AccountsTables['accounts.links']>

/** The link with this token, as long as it works. */
export async function findLink(db: Db, purpose: LinkPurpose, token: string): Promise<LinkRow | undefined> {
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
export async function takeLink(tx: Tx, purpose: LinkPurpose, token: string): Promise<LinkRow | undefined> {
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

const UNKNOWN = { ok: false, reason: 'unknown_link' } as const

/** Follows a link that makes an account: of many who follow it at once one gets it. Nothing is hashed for one that does not work. */
export async function followLink(
  pool: Pool,
  {
    purpose,
    token,
    password,
  }: { readonly purpose: LinkPurpose; readonly token: string; readonly password: string },
  makeUser: (tx: Tx, link: LinkRow, password_hash: string) => Promise<User>,
): Promise<LinkFollowed> {
  if ((await findLink(accountsDb(pool), purpose, token)) === undefined) return UNKNOWN
  const hash = await hashPassword(password)
  return unlessTaken(
    inTransaction(pool, async (tx): Promise<LinkFollowed> => {
      const link = await takeLink(tx, purpose, token)
      return link === undefined ? UNKNOWN : { ok: true, user: await makeUser(tx, link, hash) }
    }),
  )
}

/**
 * Ends the links by which a person could choose another password.
 *
 * @param askedFrom only those that were asked for from this place; absent: all
 */
export async function endResets(tx: Tx, userId: string, askedFrom?: string): Promise<void> {
  await tx
    .updateTable('accounts.links')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset')
    .where('used_at', 'is', null)
    .$if(askedFrom !== undefined, (query) => query.where(sql`details ->> 'asked_from'`, '=', askedFrom))
    .execute()
}
