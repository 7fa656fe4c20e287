import type { Pool } from 'pg'
import type { AuditActor } from '../audit/record-audit.js'
import { accountsDb, inTransaction } from '../db.js'
import { endResets, findLink, newLink, takeLink } from '../links/links.js'
import { clearAccount, type Outside } from '../logins/attempts.js'
import { type Counted, countAll, type Rule } from '../logins/counted.js'
import { resetsFromSubject, resetsSubject } from '../logins/subjects.js'
import { recordForPerson } from '../memberships/memberships.js'
import { endGrantsOfPerson } from '../oauth/grants/end-grant.js'
import { hashPassword } from '../passwords/password-hash.js'
import { setPassword } from '../passwords/stored-password.js'
import type { Person } from '../users/user.js'
import { findPerson, lockUser, personById } from '../users/users.js'

// More would only fill a mailbox.
const FROM_ONE_PLACE: Rule = { kind: 'window', most: 5, seconds: 3_600 }
const FROM_ALL_STRANGERS: Rule = { kind: 'window', most: 20, seconds: 3_600 }

/**
 * Makes the link, good for an hour, by which a person who forgot the password chooses another. `undefined` when the address
 * has no account or has had too many links within an hour; answer the same in each case.
 *
 * Limits are counted by the place that asks: what strangers ask for uses up none of the links of a browser that the owner uses.
 * Nor does it end links that were asked for elsewhere, which the owner may be about to follow; the operator's ends them all.
 *
 * @param from absent: the operator asks, who is not limited
 */
export async function requestReset(
  pool: Pool,
  email: string,
  actor: AuditActor,
  from?: Outside,
): Promise<{ readonly token: string; readonly user: Person } | undefined> {
  const known = await findPerson(pool, email)
  if (known === undefined) return undefined
  if (from && !(await countAll(pool, countedFor(known.email, from))).ok) return undefined
  return inTransaction(pool, async (tx) => {
    const user = await lockUser(tx, known.id)
    if (user === undefined) return undefined
    const details = from && { asked_from: originOf(user.email, from) }
    await endResets(tx, user.id, details?.asked_from)
    const { token } = await newLink(tx, { purpose: 'reset', user_id: user.id, ...(details && { details }) })
    const data = { user_id: user.id }
    await recordForPerson(tx, user.id, { type: 'UserPasswordResetRequested', data, actor })
    return { token, user }
  })
}

/** A name of the place, which tells nothing. */
function originOf(email: string, from: Outside): string {
  return Buffer.from(resetsFromSubject(email, from)).toString('base64url')
}

function countedFor(email: string, from: Outside): readonly Counted[] {
  const fromThere = { subject: resetsFromSubject(email, from), rule: FROM_ONE_PLACE }
  if (from.kind === 'device') return [fromThere]
  return [fromThere, { subject: resetsSubject(email), rule: FROM_ALL_STRANGERS }]
}

/** Who may choose another password by this link; `undefined` when it is unknown, used or expired. */
export async function findReset(pool: Pool, token: string): Promise<Person | undefined> {
  const db = accountsDb(pool)
  const link = await findLink(db, 'reset', token)
  if (link?.user_id == null) return undefined
  return personById(db, link.user_id)
}

type PasswordReset =
  | { readonly ok: true; readonly user: Person }
  | { readonly ok: false; readonly reason: 'unknown_link' }

const UNKNOWN = { ok: false, reason: 'unknown_link' } as const

/**
 * Sets another password for the person who followed the link. All sessions and other links end, and failed attempts on
 * the account are deleted: strangers cannot lock its owner out.
 *
 * @param endsAssistants whether the access of connected assistants ends as well
 */
export async function resetPassword(
  pool: Pool,
  token: string,
  password: string,
  { endsAssistants = false }: { readonly endsAssistants?: boolean } = {},
): Promise<PasswordReset> {
  const found = await findReset(pool, token)
  if (found === undefined) return UNKNOWN
  const hash = await hashPassword(password)
  return inTransaction(pool, async (tx) => {
    const user = await lockUser(tx, found.id)
    if (user === undefined || (await takeLink(tx, 'reset', token)) === undefined) return UNKNOWN
    await setPassword(tx, user.id, hash)
    await clearAccount(tx, user.email)
    const actor = { kind: 'user', id: user.id } as const
    const data = { user_id: user.id, by: 'link' }
    await recordForPerson(tx, user.id, { type: 'UserPasswordChanged', data, actor })
    if (endsAssistants) await endGrantsOfPerson(tx, user.id, 'password_changed', actor)
    return { ok: true, user }
  })
}
