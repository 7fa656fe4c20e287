import { accountOf, type CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { v4 as uuidv4 } from 'uuid'
import { recordAudit } from '../audit/record-audit.js'
import type { Tx } from '../db.js'
import { inTransaction } from '../db.js'
import { lastUsedMembership, markUsed, memberOf } from '../memberships/memberships.js'
import type { SecondFactorUsed } from '../second-factor/model.js'
import { newToken } from '../tokens.js'
import type { User } from '../users/user.js'
import { lockUser } from '../users/users.js'
import { LONGEST_SESSION_MS } from './sessions.js'

const LONGEST_AGENT = 300

/** Where a login comes from. */
export interface LoginPlace {
  readonly address: string
  readonly userAgent: string
}

/** A session that has begun. */
export interface BegunSession {
  /** goes into the cookie and nowhere else */
  readonly token: string
  /** the person, as one who acts for the company of the session */
  readonly user: User
}

/** How a session begins. */
export interface SessionBegin {
  readonly place: LoginPlace
  /** what has proved who the person is; `switch`: a session for another company, from which they come */
  readonly by: 'password' | 'passkey' | 'link' | 'switch'
  /** with what they have taken the second step; absent: they have none, or the session is worth nothing: see `findSession` */
  readonly secondFactor?: SecondFactorUsed
  /** when they were identified; absent: now */
  readonly identifiedAt?: Date
  /** for which it acts; absent: the one that the person used last */
  readonly company?: string
}

/**
 * Logs a person in, in the transaction that permits it, and records the time. The session acts for the company that the person
 * used last, or for this one. `undefined`: they act for none (any more).
 */
export async function beginSession(
  tx: Tx,
  userId: string,
  { place: { address, userAgent }, by, company, secondFactor, identifiedAt }: SessionBegin,
): Promise<BegunSession | undefined> {
  await lockUser(tx, userId)
  const user = await (company === undefined ? lastUsedMembership(tx, userId) : memberOf(tx, userId, company))
  if (user === undefined) return undefined
  const { token, hash } = newToken()
  const since = await markUsed(tx, userId, user.company_id)
  await tx
    .insertInto('accounts.sessions')
    .values({
      id: uuidv4(),
      token_hash: hash,
      user_id: userId,
      company_id: user.company_id,
      address,
      user_agent: userAgent.slice(0, LONGEST_AGENT),
      expires_at: new Date(Date.now() + LONGEST_SESSION_MS),
      second_factor: secondFactor ?? null,
      ...(identifiedAt && { identified_at: identifiedAt }),
    })
    .execute()
  await recordAudit(tx, {
    company_id: user.company_id,
    type: 'UserLoggedIn',
    data: { user_id: userId, by, ...(secondFactor && { second_factor: secondFactor }) },
    actor: { kind: 'user', id: userId },
  })
  return { token, user: { ...user, last_login_at: since?.toISOString() ?? null } }
}

/** Begins a session for a person identified without a password; `undefined`: they act for no company (any more). */
export function beginSessionOf(
  pool: Pool,
  userId: string,
  begin: SessionBegin,
): Promise<BegunSession | undefined> {
  return inTransaction(pool, (tx) => beginSession(tx, userId, begin))
}

/** Likewise by a link, for one who is known to act for a company. @throws when they do not */
export async function logInAs(
  pool: Pool,
  userId: string,
  place: LoginPlace,
  company?: string,
): Promise<BegunSession> {
  const begun = await beginSessionOf(pool, userId, { place, by: 'link', ...(company && { company }) })
  if (begun === undefined) throw new Error(`The user ${userId} belongs to no such company.`)
  return begun
}

/**
 * Lets a session act for another of the person's companies from the next request on, and notes it on the audit trail of that
 * company. False: the person does not act for it (any more), or the session has ended.
 */
export function switchCompany(
  pool: Pool,
  { sessionId, user }: { readonly sessionId: string; readonly user: Pick<User, 'id'> },
  company: CompanyId,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await lockUser(tx, user.id)
    const company_id = accountOf(company)
    if (!(await markUsed(tx, user.id, company_id))) return false
    const switched = await tx
      .updateTable('accounts.sessions')
      .set({ company_id })
      .where('id', '=', sessionId)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirst()
    if (switched === undefined) return false
    await recordAudit(tx, {
      company_id,
      type: 'UserLoggedIn',
      data: { user_id: user.id, by: 'switch' },
      actor: { kind: 'user', id: user.id },
    })
    return true
  })
}
