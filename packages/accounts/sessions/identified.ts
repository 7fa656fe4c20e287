import { sql } from 'kysely'
import type { Pool } from 'pg'
import { inTransaction, type Tx } from '../db.js'
import { attemptSucceeded, takeAttempt } from '../logins/attempts.js'
import type { Counts } from '../logins/counted.js'
import { verifyPassword } from '../passwords/password-hash.js'
import { lockPassword, passwordOf } from '../passwords/stored-password.js'
import type { SecondFactorUsed } from '../second-factor/model.js'
import { openPending } from '../second-factor/pending-logins.js'
import { hasSecondFactor } from '../second-factor/has-second-factor.js'
import type { Person } from '../users/user.js'

/** Notes that the person of a session has just proven who they are; false: the session has ended. */
export async function identified(
  tx: Tx,
  { sessionId, userId }: { readonly sessionId: string; readonly userId: string },
  secondFactor?: SecondFactorUsed,
): Promise<boolean> {
  const noted = await tx
    .updateTable('accounts.sessions')
    .set({ identified_at: sql`now()`, ...(secondFactor && { second_factor: secondFactor }) })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

export type Identified =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'wrong' }
  /** the password is right; the token goes into the cookie of logins that wait */
  | { readonly ok: false; readonly reason: 'second_step'; readonly token: string }
  | Exclude<Counts, { ok: true }>

/**
 * Lets a person who is logged in prove by the password that it is still them. Attempts count as those of a change of the password do. Who
 * has a second factor proves it as well.
 */
export async function identify(
  pool: Pool,
  {
    user,
    sessionId,
    password,
  }: {
    readonly user: Pick<Person, 'id' | 'email'>
    readonly sessionId: string
    readonly password: string
  },
): Promise<Identified> {
  const tried = { email: user.email, from: { kind: 'inside' } } as const
  const attempt = await takeAttempt(pool, tried)
  if (!attempt.ok) return attempt
  const stored = await passwordOf(pool, user.id)
  if (!(await verifyPassword(password, stored))) return { ok: false, reason: 'wrong' }
  return inTransaction(pool, async (tx): Promise<Identified> => {
    if (!(await lockPassword(tx, user.id, stored))) return { ok: false, reason: 'wrong' }
    await attemptSucceeded(tx, tried)
    if (await hasSecondFactor(tx, user.id)) {
      const { token } = await openPending(tx, { userId: user.id, sessionId, provenBy: 'password' })
      return { ok: false, reason: 'second_step', token }
    }
    await identified(tx, { sessionId, userId: user.id })
    return { ok: true }
  })
}
