import type { Pool } from 'pg'
import { sql } from 'kysely'
import { accountsDb, type Db, inTransaction, type Tx } from '../db.js'
import { recordForPerson } from '../memberships/memberships.js'
import { lockUser } from '../users/users.js'
import { hasSecondFactor } from './has-second-factor.js'
import { newRecoveryCodes, recoveryCodesLeft } from './recovery-codes.js'

/** Seals the secrets of apps, for the person to whom they belong. */
export interface AppSecrets {
  seal(text: string, userId: string): string
  /** @throws when it was sealed with another key */
  open(sealed: string, userId: string): string
}

/** A passkey as its person sees it. */
export interface Passkey {
  /** UUIDv7 */
  readonly id: string
  readonly name: string
  /** whether copies of it may be on other devices */
  readonly is_synced: boolean
  /** RFC 3339, UTC, as is the next */
  readonly created_at: string
  readonly last_used_at: string | null
}

/** What a person has besides the password. */
export interface SecondFactor {
  readonly hasApp: boolean
  /** oldest first */
  readonly passkeys: readonly Passkey[]
  readonly recoveryCodes: number
}

/** What a person has besides the password. */
export async function readSecondFactor(pool: Pool, userId: string): Promise<SecondFactor> {
  const db = accountsDb(pool)
  const rows = await db
    .selectFrom('accounts.passkeys')
    .select(['id', 'name', 'is_synced', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const passkeys = rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }))
  return {
    hasApp: await hasApp(db, userId),
    passkeys,
    recoveryCodes: await recoveryCodesLeft(db, userId),
  }
}

async function hasApp(db: Db, userId: string): Promise<boolean> {
  const app = await db
    .selectFrom('accounts.authenticator_apps')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('secret', 'is not', null)
    .executeTakeFirst()
  return app !== undefined
}

/** Likewise, outside of a transaction. */
export function needsSecondStep(pool: Pool, userId: string): Promise<boolean> {
  return hasSecondFactor(accountsDb(pool), userId)
}

/** A person in a session in which they have just identified themself. */
export interface InSession {
  readonly user: { readonly id: string }
  readonly sessionId: string
}

/** An app or a passkey, as the audit trail names it: names of passkeys are people's own words, and the trail is never deleted. */
type Factor = { readonly factor: 'app' } | { readonly factor: 'passkey'; readonly passkey_id: string }

/**
 * Notes that a person has one factor more. With the first one they get recovery codes, which are returned, and a login takes a second step
 * from now on: their other sessions end, which have not taken it.
 */
export async function factorAdded(
  tx: Tx,
  { user, sessionId }: InSession,
  factor: Factor,
): Promise<readonly string[] | undefined> {
  const isFirst = !(await hasSecondFactor(tx, user.id))
  await record(tx, user.id, 'UserSecondFactorAdded', { ...factor, is_first: isFirst })
  if (!isFirst) return undefined
  await tx
    .updateTable('accounts.users')
    .set({ second_factor_since: sql`now()` })
    .where('id', '=', user.id)
    .execute()
  await tx
    .updateTable('accounts.sessions')
    .set({ second_factor: factor.factor })
    .where('id', '=', sessionId)
    .execute()
  await endOthers(tx, user.id, sessionId)
  return newRecoveryCodes(tx, user.id)
}

export type FactorRemoved =
  | { readonly ok: true; readonly isLast: boolean }
  /** `required`: one of the person's companies requires a second factor, and this is the last one */
  | { readonly ok: false; readonly reason: 'not_found' | 'required' }

/**
 * Removes an app or a passkey, and ends the person's other sessions: it may have been lost together with one of them. With the last one the recovery
 * codes go as well, unless a company of the person requires a second factor: then the last one stays.
 *
 * @param remove false: there is none such
 */
export function removeFactor(
  pool: Pool,
  { user, sessionId }: InSession,
  factor: Factor,
  remove: (tx: Tx) => Promise<boolean>,
): Promise<FactorRemoved> {
  return inTransaction(pool, async (tx): Promise<FactorRemoved> => {
    await lockUser(tx, user.id)
    const isLast = (await countFactors(tx, user.id)) === 1
    if (isLast && (await isRequired(tx, user.id))) return { ok: false, reason: 'required' }
    if (!(await remove(tx))) return { ok: false, reason: 'not_found' }
    if (isLast) await forgetFactors(tx, user.id)
    await endOthers(tx, user.id, sessionId)
    await record(tx, user.id, 'UserSecondFactorRemoved', { ...factor, is_last: isLast })
    return { ok: true, isLast }
  })
}

async function countFactors(tx: Tx, userId: string): Promise<number> {
  const { passkeys } = await tx
    .selectFrom('accounts.passkeys')
    .select(({ fn }) => fn.countAll<number>().as('passkeys'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return passkeys + ((await hasApp(tx, userId)) ? 1 : 0)
}

async function isRequired(tx: Tx, userId: string): Promise<boolean> {
  const company = await tx
    .selectFrom('accounts.memberships as m')
    .innerJoin('accounts.companies as c', 'c.id', 'm.company_id')
    .select('c.id')
    .where('m.user_id', '=', userId)
    .where('c.requires_second_factor', '=', true)
    .executeTakeFirst()
  return company !== undefined
}

/** Takes all off that a person has besides the password. */
export async function forgetFactors(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('accounts.users').set({ second_factor_since: null }).where('id', '=', userId).execute()
  await tx.deleteFrom('accounts.authenticator_apps').where('user_id', '=', userId).execute()
  await tx.deleteFrom('accounts.passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('accounts.recovery_codes').where('user_id', '=', userId).execute()
}

/** Ends a person's sessions, except one that may stay, and the logins that wait. */
export async function endOthers(tx: Tx, userId: string, keepSessionId?: string): Promise<void> {
  await tx
    .deleteFrom('accounts.sessions')
    .where('user_id', '=', userId)
    .$if(keepSessionId !== undefined, (query) => query.where('id', '<>', String(keepSessionId)))
    .execute()
  await tx.deleteFrom('accounts.pending_logins').where('user_id', '=', userId).execute()
}

async function record(
  tx: Tx,
  userId: string,
  type: 'UserSecondFactorAdded' | 'UserSecondFactorRemoved',
  data: Factor & { readonly [member: string]: string | boolean },
): Promise<void> {
  const actor = { kind: 'user', id: userId } as const
  await recordForPerson(tx, userId, { type, data: { user_id: userId, ...data }, actor })
}

/** Makes a person's recovery codes anew, when they ask for it. */
export function renewRecoveryCodes(pool: Pool, userId: string): Promise<readonly string[] | undefined> {
  return inTransaction(pool, async (tx) => {
    await lockUser(tx, userId)
    if (!(await hasSecondFactor(tx, userId))) return undefined
    const actor = { kind: 'user', id: userId } as const
    const data = { user_id: userId }
    await recordForPerson(tx, userId, { type: 'UserRecoveryCodesCreated', data, actor })
    return newRecoveryCodes(tx, userId)
  })
}
