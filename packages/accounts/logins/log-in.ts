import type { Pool } from 'pg'
import { inTransaction, type Tx } from '../db.js'
import { hashPassword, isOutdated, verifyPassword } from '../passwords/password-hash.js'
import { lockPassword, passwordOf } from '../passwords/stored-password.js'
import { openPending } from '../second-factor/pending-logins.js'
import { hasSecondFactor } from '../second-factor/has-second-factor.js'
import { type BegunSession, beginSession, type LoginPlace } from '../sessions/begin-session.js'
import { findPerson } from '../users/users.js'
import { attemptSucceeded, outsideOf, takeAttempt } from './attempts.js'

export type LoggedIn =
  | ({ readonly ok: true } & BegunSession)
  | { readonly ok: false; readonly reason: 'wrong' }
  /** `no_company`: the password is right, and the person acts for no company any more */
  | { readonly ok: false; readonly reason: 'no_company' }
  /** the password is right, and the person has a second factor: the token goes into the cookie of logins that wait */
  | { readonly ok: false; readonly reason: 'second_step'; readonly token: string }
  | { readonly ok: false; readonly reason: 'too_many'; readonly retryAfterSeconds: number }

const WRONG = { ok: false, reason: 'wrong' } as const
const NO_COMPANY = { ok: false, reason: 'no_company' } as const

/**
 * Begins a session for who knows the password of an account, or lets the login wait for the second step. Attempts are limited (see `takeAttempt`), in all processes
 * together. An account that does not exist is treated like one that does: the same limits,
 * the same work, the same answers.
 */
export async function logIn(
  pool: Pool,
  {
    email,
    password,
    place,
    device,
  }: {
    readonly email: string
    readonly password: string
    readonly place: LoginPlace
    /** the browser's name if it is known for this account: see `knownDevices` */
    readonly device?: string | undefined
  },
): Promise<LoggedIn> {
  const found = await findPerson(pool, email)
  const tried = { email: found?.email ?? email, from: outsideOf(place, device) }
  const attempt = await takeAttempt(pool, tried)
  if (!attempt.ok) return attempt
  const stored = await passwordOf(pool, found?.id)
  const isRight = await verifyPassword(password, stored)
  if (!isRight || found === undefined || stored === null) return WRONG
  const renewed = isOutdated(stored) ? await hashPassword(password) : undefined
  return inTransaction(pool, async (tx) => {
    if (!(await lockPassword(tx, found.id, stored))) return WRONG
    await attemptSucceeded(tx, tried)
    if (renewed !== undefined) await renewHash(tx, found.id, renewed)
    if (await hasSecondFactor(tx, found.id)) {
      const { token } = await openPending(tx, { userId: found.id, provenBy: 'password' })
      return { ok: false, reason: 'second_step', token }
    }
    const begun = await beginSession(tx, found.id, { place, by: 'password' })
    return begun ? { ok: true, ...begun } : NO_COMPANY
  })
}

/** The same password with what hashes cost nowadays. */
async function renewHash(tx: Tx, id: string, password_hash: string): Promise<void> {
  await tx.updateTable('accounts.users').set({ password_hash }).where('id', '=', id).execute()
}
