import { sql } from 'kysely'
import type { Pool } from 'pg'
import { accountsDb, type Db, inTransaction, type Tx } from '../db.js'
import { type Counts, countAll, type Rule } from '../logins/counted.js'
import { passkeyLoginsSubject } from '../logins/subjects.js'
import { hashToken, isToken, newToken } from '../tokens.js'
import type { Person } from '../users/user.js'
import { personById } from '../users/users.js'
import type { ProvenBy } from './model.js'

/** How long a person has for the second step; milliseconds. */
export const PENDING_MS = 15 * 60_000
/** How many codes may be tried in it. */
export const MOST_TRIES = 5
const MOST_OF_A_PERSON = 10
const BY_PASSKEY: Rule = { kind: 'window', most: 60, seconds: 15 * 60 }

/** A login that waits for the second step. It is no session: nothing can be seen or done with it. */
export interface PendingLogin {
  readonly hash: Uint8Array
  /** absent: a passkey is to say who it is */
  readonly person?: Person
  /** in which session the person identifies themself anew; absent: one is to begin */
  readonly sessionId?: string
  /** for which the session is to act; absent: the one used last */
  readonly company?: string
  readonly provenBy: ProvenBy
}

interface Opening {
  readonly userId?: string
  readonly sessionId?: string
  readonly company?: string
  readonly provenBy: ProvenBy
}

/** Lets a login wait, in the transaction that permits it. The token goes into a cookie and nowhere else. */
export async function openPending(
  tx: Tx,
  { userId, sessionId, company, provenBy }: Opening,
): Promise<{ readonly token: string }> {
  const { token, hash } = newToken()
  await tx
    .insertInto('accounts.pending_logins')
    .values({
      token_hash: hash,
      user_id: userId ?? null,
      session_id: sessionId ?? null,
      company_id: company ?? null,
      proven_by: provenBy,
      expires_at: sql<Date>`now() + make_interval(secs => ${PENDING_MS / 1_000}::int)`,
    })
    .execute()
  if (userId !== undefined) await dropOldest(tx, userId)
  return { token }
}

async function dropOldest(tx: Tx, userId: string): Promise<void> {
  await sql`
    delete from accounts.pending_logins where token_hash in (
      select token_hash from accounts.pending_logins where user_id = ${userId}
      order by created_at desc offset ${MOST_OF_A_PERSON}::int)`.execute(tx)
}

/** Likewise, by itself. */
export function openPendingLogin(pool: Pool, opening: Opening): Promise<{ readonly token: string }> {
  return inTransaction(pool, (tx) => openPending(tx, opening))
}

/** Likewise for a visitor who will show a passkey: so many for each network, as nobody is known yet. */
export async function openPasskeyLogin(
  pool: Pool,
  { address }: { readonly address: string },
): Promise<{ readonly ok: true; readonly token: string } | Exclude<Counts, { ok: true }>> {
  const counts = await countAll(pool, [{ subject: passkeyLoginsSubject(address), rule: BY_PASSKEY }])
  if (!counts.ok) return counts
  return { ok: true, ...(await openPendingLogin(pool, { provenBy: 'nothing' })) }
}

const isAlive = sql<boolean>`(expires_at > now() and tries < ${sql.lit(MOST_TRIES)})`

/** The login of a cookie's token, while it waits. */
export async function findPending(pool: Pool, token: string): Promise<PendingLogin | undefined> {
  if (!isToken(token)) return undefined
  const db = accountsDb(pool)
  const row = await db
    .selectFrom('accounts.pending_logins')
    .select(['token_hash', 'user_id', 'session_id', 'company_id', 'proven_by'])
    .where('token_hash', '=', hashToken(token))
    .where(isAlive)
    .executeTakeFirst()
  return row && pendingFromRow(db, row)
}

async function pendingFromRow(
  db: Db,
  row: {
    readonly token_hash: Uint8Array
    readonly user_id: string | null
    readonly session_id: string | null
    readonly company_id: string | null
    readonly proven_by: ProvenBy
  },
): Promise<PendingLogin> {
  const person = row.user_id === null ? undefined : await personById(db, row.user_id)
  return {
    hash: row.token_hash,
    provenBy: row.proven_by,
    ...(person && { person }),
    ...(row.session_id !== null && { sessionId: row.session_id }),
    ...(row.company_id !== null && { company: row.company_id }),
  }
}

/** Counts a try before anything is compared. False: the login waits no more. */
export async function tryPending(pool: Pool, hash: Uint8Array): Promise<boolean> {
  const tried = await accountsDb(pool)
    .updateTable('accounts.pending_logins')
    .set({ tries: sql`tries + 1` })
    .where('token_hash', '=', hash)
    .where(isAlive)
    .returning('tries')
    .executeTakeFirst()
  return tried !== undefined
}

/** Ends the waiting, of many at once for one. */
export async function takePending(tx: Tx, hash: Uint8Array): Promise<boolean> {
  const taken = await tx
    .deleteFrom('accounts.pending_logins')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('token_hash')
    .executeTakeFirst()
  return taken !== undefined
}
