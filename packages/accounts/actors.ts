import { accountOf, type CompanyId } from '@ecmr/domain'
import type { RecordedActor } from '@ecmr/event-store'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import { companyNames } from './companies/handles.js'
import { accountsDb } from './db.js'

/** `company_id`: for whom it acted; absent: for the company that asks */
type ActedBy = Omit<RecordedActor, 'company_id'> & { readonly company_id?: string }

/** The name of one who acted; undefined when it is gone. */
export type ActorNames = (actor: ActedBy) => string | undefined

/**
 * The names of those who acted for a company, as they are by now, with one query. An older event says the name itself; the
 * operator and the system are named by their ids. Of those who acted for another company, its name is all that is told.
 */
export async function actorNames(
  pool: Pool,
  company: CompanyId,
  actors: readonly ActedBy[],
): Promise<ActorNames> {
  const others = actors.flatMap((actor) => otherCompany(actor, company) ?? [])
  const unnamed = actors.filter(
    (actor) => actor.name === undefined && !OURS.has(actor.kind) && !otherCompany(actor, company),
  )
  const found = unnamed.length === 0 ? [] : await lookUp(pool, company, unnamed)
  const names = new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  const companies = await companyNames(pool, others)
  return (actor) => {
    const other = otherCompany(actor, company)
    if (other !== undefined) return companies.get(other)
    const { kind, id, name } = actor
    return name ?? (OURS.has(kind) ? id : names.get(`${kind} ${id}`))
  }
}

/** The account of another company for which someone acted; undefined: it is ours, or nobody's. */
export function otherCompany({ kind, company_id }: ActedBy, ours: CompanyId): CompanyId | undefined {
  if (company_id === undefined || company_id === '' || OURS.has(kind)) return undefined
  const account = accountOf(company_id)
  return account === accountOf(ours) ? undefined : account
}

const OURS: ReadonlySet<ActedBy['kind']> = new Set(['operator', 'system'])

async function lookUp(
  pool: Pool,
  company: CompanyId,
  actors: readonly ActedBy[],
): Promise<readonly Required<ActedBy>[]> {
  const ids = [...new Set(actors.map(({ id }) => id))]
  const uuids = ids.filter((id) => validate(id))
  const account = accountOf(company)
  const { rows } = await sql<Required<ActedBy>>`
    select 'user' as kind, u.id::text, u.name from accounts.memberships m join accounts.users u on u.id = m.user_id
    where m.company_id::text = ${account} and u.id = any(${uuids}::uuid[])
    union all
    select 'api_key', id, name from accounts.api_keys where company_id::text = ${account} and id = any(${ids}::text[])
    union all
    select 'oauth_grant', g.id::text, c.name from oauth.grants g join oauth.clients c on c.id = g.client_id
    where g.company_id::text = ${account} and g.id = any(${uuids}::uuid[])`.execute(accountsDb(pool))
  return rows
}

/** Entries with the names of those who acted in them; what is gone is named by its kind. */
export async function withActorNames<Entry extends { readonly actor: ActedBy }>(
  pool: Pool,
  company: CompanyId,
  entries: readonly Entry[],
) {
  const nameOf = await actorNames(
    pool,
    company,
    entries.map(({ actor }) => actor),
  )
  return entries.map((entry) => {
    const { kind, id, identified_by } = entry.actor
    const other = otherCompany(entry.actor, company)
    const how = identified_by === undefined ? {} : { identified_by }
    return { ...entry, actor: { kind, id: other ?? id, name: nameOf(entry.actor) ?? kind, ...how } }
  })
}

const MOST_FOUND = 1_000

/** The ids of a company's people, API keys and assistants whose name has these words, in any letter case; 1,000 at most. */
export async function actorsNamed(pool: Pool, company: CompanyId, words: string): Promise<readonly string[]> {
  const account = accountOf(company)
  const { rows } = await sql<{ readonly id: string }>`
    select id from (
      select u.id::text, u.name from accounts.memberships m join accounts.users u on u.id = m.user_id
      where m.company_id = ${account}
      union all
      select id, name from accounts.api_keys where company_id = ${account}
      union all
      select g.id::text, c.name from oauth.grants g join oauth.clients c on c.id = g.client_id
      where g.company_id = ${account}
    ) actors where position(lower(${words}) in lower(name)) > 0 limit ${MOST_FOUND}`.execute(accountsDb(pool))
  return rows.map(({ id }) => id)
}
