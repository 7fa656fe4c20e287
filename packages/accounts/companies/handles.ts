import { createHash } from 'node:crypto'
import { accountOf, type CompanyId } from '@ecmr/domain'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/record-audit.js'
import { accountsDb, inTransaction, type Tx } from '../db.js'
import { countAll, type Counts, giveBack } from '../logins/counted.js'
import { changeIn } from './companies.js'

/** The form of a handle: 3 to 40 small letters, digits and hyphens, of which neither the first nor the last. */
export const HANDLE = /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/

/** Days between two changes of a handle, so that it can be relied on. */
export const HANDLE_DAYS = 30

/** What other companies learn of a company. */
export interface PublicCompany {
  readonly id: CompanyId
  readonly handle: string
  readonly name: string
}

/** Handles that lead nowhere, for each company in an hour: more are guesses. */
const WRONG_AN_HOUR = { kind: 'window', most: 60, seconds: 3_600 } as const

export type HandleFound =
  | { readonly ok: true; readonly company: PublicCompany }
  /** unknown, or of a company that takes no shared notes: they look alike */
  | { readonly ok: false; readonly reason: 'unknown' }
  | Extract<Counts, { readonly ok: false }>

/**
 * The company that has a handle and takes shared notes. What is found costs nothing; what is not is counted for the company that
 * asks, so that handles cannot be listed by trying.
 */
export async function lookUpHandle(pool: Pool, asking: CompanyId, handle: string): Promise<HandleFound> {
  const subject = subjectOf(asking)
  const counted = await countAll(pool, [{ subject, rule: WRONG_AN_HOUR }])
  if (!counted.ok) return counted
  const found = HANDLE.test(handle) ? await findTaking(pool, handle) : undefined
  if (found === undefined) return { ok: false, reason: 'unknown' }
  await inTransaction(pool, (tx) => giveBack(tx, subject))
  return { ok: true, company: found }
}

async function findTaking(pool: Pool, handle: string): Promise<PublicCompany | undefined> {
  const row = await accountsDb(pool)
    .selectFrom('accounts.companies')
    .select(['id', 'handle', 'name'])
    .where('handle', '=', handle)
    .where('takes_shares', '=', true)
    .executeTakeFirst()
  return row && { ...row, id: accountOf(row.id) }
}

/** What these companies show of themselves, by the ids of their accounts; those that are gone are missing. */
export async function publicCompanies(
  pool: Pool,
  companies: readonly string[],
): Promise<ReadonlyMap<string, PublicCompany>> {
  const ids = [...new Set(companies.map(accountOf))]
  if (ids.length === 0) return new Map()
  const rows = await accountsDb(pool)
    .selectFrom('accounts.companies')
    .select(['id', 'handle', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, id: accountOf(row.id) }]))
}

/** The names of companies, by the ids of their accounts. */
export async function companyNames(
  pool: Pool,
  companies: readonly CompanyId[],
): Promise<ReadonlyMap<string, string>> {
  if (companies.length === 0) return new Map()
  const rows = await accountsDb(pool)
    .selectFrom('accounts.companies')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(companies)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type HandleChanged =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'malformed' | 'taken' }
  /** RFC 3339, UTC */
  | { readonly ok: false; readonly reason: 'too_soon'; readonly from: string }

/** Gives a company another handle. One that any company has or had is taken; its own former one it may take back. */
export function changeHandle(
  pool: Pool,
  company: CompanyId,
  handle: string,
  actor: AuditActor,
): Promise<HandleChanged> {
  if (!HANDLE.test(handle)) return Promise.resolve({ ok: false, reason: 'malformed' })
  return inTransaction(pool, (tx) => changeHandleIn(tx, accountOf(company), handle, actor))
}

async function changeHandleIn(
  tx: Tx,
  id: CompanyId,
  handle: string,
  actor: AuditActor,
): Promise<HandleChanged> {
  // Two companies that want the same handle wait for each other.
  await sql`select pg_advisory_xact_lock(hashtext('ecmr:handles'))`.execute(tx)
  const now = await tx
    .selectFrom('accounts.companies')
    .select([
      'handle',
      sql<Date | null>`handle_changed_at + make_interval(days => ${HANDLE_DAYS}::int)`.as('from'),
      sql<boolean>`coalesce(handle_changed_at > now() - make_interval(days => ${HANDLE_DAYS}::int), false)`.as(
        'is_fresh',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (now.handle === handle) return { ok: true }
  if (now.is_fresh && now.from) return { ok: false, reason: 'too_soon', from: now.from.toISOString() }
  if (await isTaken(tx, id, handle)) return { ok: false, reason: 'taken' }
  await changeIn(tx, id, { handle }, actor)
  await tx
    .updateTable('accounts.companies')
    .set({ handle_changed_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('accounts.former_handles')
    .values({ handle: now.handle, company_id: id })
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .execute()
  return { ok: true }
}

async function isTaken(tx: Tx, id: CompanyId, handle: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts.companies where handle = ${handle}
    union all
    select from accounts.former_handles where handle = ${handle} and company_id is distinct from ${id}
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether other companies can share notes with a company. Notes that are shared already stay so. */
export async function setTakesShares(
  pool: Pool,
  company: CompanyId,
  takes_shares: boolean,
  actor: AuditActor,
): Promise<void> {
  await inTransaction(pool, (tx) => changeIn(tx, accountOf(company), { takes_shares }, actor))
}

function subjectOf(company: CompanyId): Uint8Array {
  return new Uint8Array(
    createHash('sha256')
      .update(`handles:${accountOf(company)}`)
      .digest(),
  )
}
