import { actingFor, type CompanyId } from '@ecmr/domain'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import { companyFromRow } from '../companies/companies.js'
import type { Company } from '../companies/company.js'
import { accountsDb, inTransaction } from '../db.js'
import { type Membership, MOST_MEMBERSHIPS } from '../memberships/membership.js'
import { hashToken, isToken } from '../tokens.js'
import type { SecondFactorUsed } from '../second-factor/model.js'
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
  /** with what they have taken the second step of the login; null: they have no second factor */
  readonly secondFactor: SecondFactorUsed | null
  readonly identifiedAt: Date
  /** whether that is not long ago: what is security's is for these alone */
  readonly isFresh: boolean
  /** all for which the person can act, by name; `company` is one of them */
  readonly memberships: readonly Membership[]
}

/** The condition under which a session in the table is one: by the database's clock, which is the same for all processes. */
export const isAlive = sql<boolean>`(expires_at > now()
  and last_seen_at > now() - make_interval(secs => ${IDLE_MS / 1_000}))`

/** For which company a session acts: one that a process of the former version has begun, for the one that its person used last. */
const actsFor = sql<string | null>`coalesce(s.company_id, (select m.company_id from accounts.memberships m
  where m.user_id = s.user_id order by m.last_used_at desc nulls last, m.since, m.company_id limit 1))`

/** How long an identification is fresh; milliseconds. */
export const FRESH_MS = 15 * 60_000
const identifiedAt = sql<Date>`coalesce(s.identified_at, s.created_at)`

const SEEN_EVERY_MS = 60_000

/**
 * Who is logged in by a cookie's token. `undefined` for one that is malformed, unknown, ended, expired, or has not been
 * used for a week, and for one that has not taken the second step although its person has a second factor. Using it lets it live on.
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
    .innerJoin('accounts.memberships as m', (join) =>
      join.onRef('m.user_id', '=', 's.user_id').on('m.company_id', '=', actsFor),
    )
    .innerJoin('accounts.companies as c', 'c.id', 'm.company_id')
    .select(['s.id as session_id', 's.last_seen_at', ...columnsOfUser, memberships.as('memberships')])
    .select(['s.second_factor', identifiedAt.as('identified_at')])
    .select(sql<boolean>`${identifiedAt} > now() - make_interval(secs => ${FRESH_MS / 1_000})`.as('is_fresh'))
    .selectAll('c')
    .where('s.token_hash', '=', hashToken(token))
    .where(isAlive)
    .where((where) =>
      where.or([where('u.second_factor_since', 'is', null), where('s.second_factor', 'is not', null)]),
    )
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
    last_used_at,
    since,
  } = row
  const { id, name, plan, policy, tax_id, address, city, postal_code, country, phone } = row
  const { time_zone, storage_quota, logo, requires_second_factor, created_at } = row
  const { handle, handle_changed_at, takes_shares } = row
  if (isUse && Date.now() - last_seen_at.getTime() > SEEN_EVERY_MS) await seen(pool, session_id)
  const user = { id: user_id, company_id: id, email, name: user_name, role, language, notices }
  const details = { tax_id, address, city, postal_code, country, phone, time_zone, storage_quota, logo }
  const sharing = { handle, handle_changed_at, takes_shares }
  const rules = { plan, policy, requires_second_factor }
  return {
    sessionId: session_id,
    user: userFromRow({ ...user, last_used_at, since }),
    company: {
      ...companyFromRow({ id, name, ...rules, ...details, ...sharing, created_at }),
      id: actingFor(id),
    },
    secondFactor: row.second_factor,
    identifiedAt: row.identified_at,
    isFresh: row.is_fresh,
    memberships: row.memberships,
  }
}

const columnsOfUser = [
  'u.id as user_id',
  'u.email',
  'u.name as user_name',
  'u.language',
  'm.role',
  'm.notices',
  'm.last_used_at',
  'm.since',
] as const

/** The companies of the person of a session. */
const memberships = sql<readonly Membership[]>`(
  select json_agg(mine order by lower(mine.company_name), mine.company_id) from (
    select o.company_id, n.name as company_name, n.plan, n.requires_second_factor, o.role
    from accounts.memberships o join accounts.companies n on n.id = o.company_id
    where o.user_id = s.user_id limit ${MOST_MEMBERSHIPS}
  ) mine)`

/** The companies for which sessions act that have not ended, by the ids of the sessions. */
export async function livingSessions(
  pool: Pool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await accountsDb(pool)
    .selectFrom('accounts.sessions as s')
    .select(['s.id', actsFor.as('company_id')])
    .where('s.id', 'in', ids)
    .where(isAlive)
    .execute()
  return new Map(rows.flatMap(({ id, company_id }) => (company_id === null ? [] : [[id, company_id]])))
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

/** Ends one of a person's sessions by its id, or all except one, whichever companies they act for. Returns how many. */
export async function endSessions(
  pool: Pool,
  user: Pick<User, 'id' | 'company_id'>,
  which: { readonly only: string } | { readonly except: string },
  actor: AuditActor,
): Promise<number> {
  if ('only' in which && !validate(which.only)) return 0
  return inTransaction(pool, async (tx) => {
    const mine = tx.deleteFrom('accounts.sessions as s').where('user_id', '=', user.id)
    const some = 'only' in which ? mine.where('id', '=', which.only) : mine.where('id', '<>', which.except)
    const ended = await some.returning(['id', actsFor.as('company_id')]).execute()
    const companies = ended.map(({ company_id }) => company_id ?? user.company_id)
    // The trail of each company has the sessions that acted for it.
    for (const company_id of new Set(companies)) {
      const sessions = companies.filter((company) => company === company_id).length
      const data = { user_id: user.id, sessions }
      await recordAudit(tx, { company_id, type: 'UserSessionsEnded', data, actor })
    }
    return ended.length
  })
}
