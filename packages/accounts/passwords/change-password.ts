import type { Pool } from 'pg'
import { inTransaction } from '../db.js'
import { attemptSucceeded, takeAttempt } from '../logins/attempts.js'
import { recordForPerson } from '../memberships/memberships.js'
import { endGrantsOfPerson } from '../oauth/grants/end-grant.js'
import type { User } from '../users/user.js'
import { hashPassword, verifyPassword } from './password-hash.js'
import { lockPassword, passwordOf, setPassword } from './stored-password.js'

export type PasswordChanged =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'wrong' }
  | { readonly ok: false; readonly reason: 'too_many'; readonly retryAfterSeconds: number }

/**
 * Changes the password of a logged-in person who knows the present one, and ends the other sessions, whichever companies these act for. A wrong password
 * counts as a failed login, separately: an open browser must not give more tries than the login page, and what strangers fail at the
 * login page does not count here.
 */
export async function changePassword(
  pool: Pool,
  change: {
    readonly user: Pick<User, 'id' | 'email' | 'name'>
    readonly current: string
    readonly next: string
    readonly keepSessionId: string
    /** whether the access of connected assistants ends as well */
    readonly endsAssistants?: boolean
  },
): Promise<PasswordChanged> {
  const { user, current, next, keepSessionId, endsAssistants = false } = change
  const actor = { kind: 'user', id: user.id } as const
  const tried = { email: user.email, from: { kind: 'inside' } } as const
  const attempt = await takeAttempt(pool, tried)
  if (!attempt.ok) return attempt
  const stored = await passwordOf(pool, user.id)
  if (!(await verifyPassword(current, stored))) return { ok: false, reason: 'wrong' }
  const hash = await hashPassword(next)
  return inTransaction(pool, async (tx) => {
    if (!(await lockPassword(tx, user.id, stored))) return { ok: false, reason: 'wrong' }
    await attemptSucceeded(tx, tried)
    await setPassword(tx, user.id, hash, keepSessionId)
    const data = { user_id: user.id, by: 'password' }
    await recordForPerson(tx, user.id, { type: 'UserPasswordChanged', data, actor })
    if (endsAssistants) await endGrantsOfPerson(tx, user.id, 'password_changed', actor)
    return { ok: true }
  })
}
