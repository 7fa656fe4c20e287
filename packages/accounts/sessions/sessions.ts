import { actingFor, type CompanyId } from '@ecmr/domain'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import { companyFromRow } from '../companies/companies.js'
import type { Company } from '../companies/company.js'
import { accountsDb, inTransaction } from '../db.js'
import { hashToken, isToken } from '../tokens.js'
import type { User } from '../users/user.js'
import { userFromRow } from '../users/users.js'

/** How long a session lasts without being used, and at most; milliseconds. */
export const IDLE_MS = 7 * 24 * 3_600_000
export const LONGEST_SESSION_MS = 30 * 24 * 3_600_000

export interface Session {
  /** UUID; not what the cookie holds */
  readonly id: string
  readonly user_id: string
  /** where it was begun: the network address and what the browser calls itself */
  readonly address: string
  readonly user_agent: string
  /** RFC 3339, UTC, as are the next two; `last_seen_at` may be a minute behind */
  readonly created_at: string
  readonly last_seen_at: string
  readonly expires_at: string
}

/** Who is logged in, and for which company. */
export interface SignedIn {
  readonly sessionId: string
  readonly user: User
  readonly company: Company & { readonly id: CompanyId }
}

/** The condition under which a session in the table is one: by the database's clock, which is the same for all processes. */
export const isAlive = sql<boolean>`(expires_at > now()
  and last_seen_at > now() - make_interval(secs => ${IDLE_MS / 1_000}))`

const SEEN_EVERY_MS = 60_000

/**
 * Who is logged in by a cookie's token. `undefined` for one that is malformed, unknown, ended, expired, or has not been
 * used for a week. Using it lets it live on.
 *
 * @param options.isUse false: a page that is left open asks by itself, which is no use of the session
 */
export async function findSession(
  pool: Pool,
  token: string,
  { isUse = true }: { readonly isUse?: boolean } = {},
): Promise<SignedIn | undefined> {
  if (!isToken(token)) return undefined
  // One statement: every page of the panel begins with it.
  const row = await accountsDb(pool)
    .selectFrom('accounts.sessions as s')
    .innerJoin('accounts.users as u', 'u.id', 's.user_id')
    .innerJoin('accounts.companies as c', 'c.id', 'u.company_id')
    .select(['s.id as session_id', 's.last_seen_at', ...columnsOfUser])
    .selectAll('c')
    .where('s.token_hash', '=', hashToken(token))
    .where(isAlive)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const {
    session_id,
    last_seen_at,
    user_id,
    email,
    user_name,
    role,
    language,
    notices,
    last_login_at,
    joined_at,
  } = row
  const { id, name, plan, policy, tax_id, address, city, postal_code, country, phone } = row
  const { time_zone, storage_quota, logo, created_at } = row
  if (isUse && Date.now() - last_seen_at.getTime() > SEEN_EVERY_MS) await seen(pool, session_id)
  const user = { id: user_id, company_id: id, email, name: user_name, role, language, notices }
  const details = { tax_id, address, city, postal_code, country, phone, time_zone, storage_quota, logo }
  return {
    sessionId: session_id,
    user: userFromRow({ ...user, last_login_at, created_at: joined_at }),
    company: { ...companyFromRow({ id, name, plan, policy, ...details, created_at }), id: actingFor(id) },
  }
}

const columnsOfUser = [
  'u.id as user_id',
  'u.email',
  'u.name as user_name',
  'u.role',
  'u.language',
  'u.notices',
  'u.last_login_at',
  'u.created_at as joined_at',
] as const

/** The companies for which sessions act that have not ended, by the ids of the sessions. */
export async function livingSessions(
  pool: Pool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await accountsDb(pool)
    .selectFrom('accounts.sessions')
    .innerJoin('accounts.users', 'accounts.users.id', 'accounts.sessions.user_id')
    .select(['accounts.sessions.id', 'accounts.users.company_id'])
    .where('accounts.sessions.id', 'in', ids)
    .where(isAlive)
    .execute()
  return new Map(rows.map(({ id, company_id }) => [id, company_id]))
}

async function seen(pool: Pool, id: string): Promise<void> {
  await pool.query('update accounts.sessions set last_seen_at = now() where id = $1', [id])
}

/** Where a person is logged in, last used first. */
export async function listSessions(pool: Pool, userId: string): Promise<readonly Session[]> {
  const rows = await accountsDb(pool)
    .selectFrom('accounts.sessions')
    .select(['id', 'user_id', 'address', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where(isAlive)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
}

/** Ends the session of a cookie's token; the cookie is worth nothing from then on. */
export async function endSession(pool: Pool, token: string): Promise<void> {
  if (isToken(token))
    await pool.query('delete from accounts.sessions where token_hash = $1', [hashToken(token)])
}

/** Ends one of a person's sessions by its id, or all except one. Returns how many. */
export async function endSessions(
  pool: Pool,
  user: Pick<User, 'id' | 'company_id'>,
  which: { readonly only: string } | { readonly except: string },
  actor: AuditActor,
): Promise<number> {
  if ('only' in which && !validate(which.only)) return 0
  return inTransaction(pool, async (tx) => {
    const mine = tx.deleteFrom('accounts.sessions').where('user_id', '=', user.id)
    const ended = 'only' in which ? mine.where('id', '=', which.only) : mine.where('id', '<>', which.except)
    const sessions = (await ended.returning('id').execute()).length
    if (sessions === 0) return 0
    const data = { user_id: user.id, sessions }
    await recordAudit(tx, { company_id: user.company_id, type: 'UserSessionsEnded', data, actor })
    return sessions
  })
}
