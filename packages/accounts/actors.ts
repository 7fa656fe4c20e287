import { accountOf, type CompanyId } from '@ecmr/domain'
import type { RecordedActor } from '@ecmr/event-store'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import { accountsDb } from './db.js'

type ActedBy = Omit<RecordedActor, 'company_id'>

/** The name of one who acted; undefined when it is gone. */
export type ActorNames = (actor: ActedBy) => string | undefined

/**
 * The names of those who acted for a company, as they are by now, with one query. An older event says the name itself; the
 * operator and the system are named by their ids.
 */
export async function actorNames(
  pool: Pool,
  company: CompanyId,
  actors: readonly ActedBy[],
): Promise<ActorNames> {
  const unnamed = actors.filter(({ kind, name }) => name === undefined && !OURS.has(kind))
  const found = unnamed.length === 0 ? [] : await lookUp(pool, company, unnamed)
  const names = new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  return ({ kind, id, name }) => name ?? (OURS.has(kind) ? id : names.get(`${kind} ${id}`))
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
    const how = identified_by === undefined ? {} : { identified_by }
    return { ...entry, actor: { kind, id, name: nameOf(entry.actor) ?? kind, ...how } }
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
