import { sql } from 'kysely'
import type { Pool } from 'pg'
import { accountsDb, inTransaction, type Tx } from '../db.js'
import { lockUser } from '../users/users.js'
import {
  type AppSecrets,
  type FactorRemoved,
  factorAdded,
  type InSession,
  removeFactor,
} from './second-factor.js'
import { newAppSecret, stepOfCode } from './totp.js'

const SET_UP_WITHIN_MINUTES = 30

/** Begins to set up an app that shows codes, in place of the present one if there is one. The secret is shown once. */
export async function beginApp(pool: Pool, secrets: AppSecrets, userId: string): Promise<string> {
  const secret = newAppSecret()
  const next = {
    next_secret: secrets.seal(secret, userId),
    next_until: sql<Date>`now() + make_interval(mins => ${SET_UP_WITHIN_MINUTES}::int)`,
  }
  await accountsDb(pool)
    .insertInto('accounts.authenticator_apps')
    .values({ user_id: userId, ...next })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(next))
    .execute()
  return secret
}

export type AppConfirmed =
  /** with recovery codes when it is the person's first factor; they are shown once */
  | { readonly ok: true; readonly recoveryCodes?: readonly string[] }
  /** `over`: nothing is being set up (any more) */
  | { readonly ok: false; readonly reason: 'wrong' | 'over' }

/** Takes an app that has shown its first code. The code is used up by this. */
export function confirmApp(
  pool: Pool,
  secrets: AppSecrets,
  session: InSession,
  { code, now }: { readonly code: string; readonly now: Date },
): Promise<AppConfirmed> {
  const { id } = session.user
  return inTransaction(pool, async (tx): Promise<AppConfirmed> => {
    await lockUser(tx, id)
    const row = await tx
      .selectFrom('accounts.authenticator_apps')
      .select('next_secret')
      .where('user_id', '=', id)
      .where('next_until', '>', sql<Date>`now()`)
      .executeTakeFirst()
    const secret = row?.next_secret == null ? undefined : opened(secrets, row.next_secret, id)
    if (row === undefined || secret === undefined) return { ok: false, reason: 'over' }
    const step = stepOfCode(secret, code, now)
    if (step === undefined) return { ok: false, reason: 'wrong' }
    await tx
      .updateTable('accounts.authenticator_apps')
      .set({ secret: row.next_secret, last_step: step, next_secret: null, next_until: null })
      .where('user_id', '=', id)
      .execute()
    const recoveryCodes = await factorAdded(tx, session, { factor: 'app' })
    return { ok: true, ...(recoveryCodes && { recoveryCodes }) }
  })
}

/** `undefined`: it was sealed with another SECRET_KEY. */
function opened(secrets: AppSecrets, sealed: string, userId: string): string | undefined {
  try {
    return secrets.open(sealed, userId)
  } catch {
    return undefined
  }
}

/**
 * Uses a code of a person's app. Each works once, and none from before the last one that was used.
 *
 * `unreadable`: the secret was sealed with another SECRET_KEY
 */
export async function takeAppCode(
  tx: Tx,
  secrets: AppSecrets,
  userId: string,
  { code, now }: { readonly code: string; readonly now: Date },
): Promise<'right' | 'wrong' | 'unreadable'> {
  const row = await tx
    .selectFrom('accounts.authenticator_apps')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row?.secret == null) return 'wrong'
  const secret = opened(secrets, row.secret, userId)
  if (secret === undefined) return 'unreadable'
  const step = stepOfCode(secret, code, now)
  if (step === undefined) return 'wrong'
  const taken = await tx
    .updateTable('accounts.authenticator_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', row.secret)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .returning('user_id')
    .executeTakeFirst()
  return taken === undefined ? 'wrong' : 'right'
}

/** Removes a person's app. */
export function removeApp(pool: Pool, session: InSession): Promise<FactorRemoved> {
  return removeFactor(pool, session, { factor: 'app' }, async (tx) => {
    const removed = await tx
      .deleteFrom('accounts.authenticator_apps')
      .where('user_id', '=', session.user.id)
      .where('secret', 'is not', null)
      .returning('user_id')
      .executeTakeFirst()
    return removed !== undefined
  })
}
