import { accountOf, type CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import { accountsDb } from '../../db.js'
import type { Grant } from '../model.js'
import { isAlive } from './end-grant.js'

/** The assistants that may read notes now, of all companies, newest first. */
function shownGrants(pool: Pool) {
  return (
    accountsDb(pool)
      .selectFrom('oauth.grants as g')
      .innerJoin('oauth.clients as c', 'c.id', 'g.client_id')
      .innerJoin('accounts.users as u', 'u.id', 'g.user_id')
      .innerJoin('accounts.memberships as m', (join) =>
        join.onRef('m.user_id', '=', 'g.user_id').onRef('m.company_id', '=', 'g.company_id'),
      )
      .select([
        'g.id',
        'g.client_id',
        'c.name as client_name',
        'c.document_url',
        'g.redirect_host',
        'g.company_id',
        'g.user_id',
      ])
      .select(['u.name as user_name', 'g.scopes', 'g.created_at', 'g.last_used_at', 'g.expires_at'])
      .where(isAlive)
      // Those whose code was never redeemed can read nothing.
      .where((where) =>
        where.exists(where.selectFrom('oauth.refresh_tokens as r').whereRef('r.grant_id', '=', 'g.id')),
      )
      .orderBy('g.created_at', 'desc')
      .orderBy('g.id', 'desc')
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof shownGrants>['execute']>>[number]

/** A row as the rest of the code knows it. */
function asGrant({ document_url, ...row }: Row): Grant {
  return {
    ...row,
    client_domain: document_url === null ? null : new URL(document_url).host,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  }
}

const MOST = 100

/** The assistants that may read a company's notes now, newest first, at most 100. */
export async function listGrants(pool: Pool, company: CompanyId): Promise<readonly Grant[]> {
  const rows = await shownGrants(pool).where('g.company_id', '=', accountOf(company)).limit(MOST).execute()
  return rows.map(asGrant)
}

/** For the operator of the service: the assistants of every company that may read its notes now, newest first. */
export async function listAllGrants(pool: Pool): Promise<readonly Grant[]> {
  return (await shownGrants(pool).execute()).map(asGrant)
}

/** For the operator of the service: an assistant of whichever company, if it may read notes now. */
export async function findGrant(pool: Pool, id: string): Promise<Grant | undefined> {
  if (!validate(id)) return undefined
  const row = await shownGrants(pool).where('g.id', '=', id).executeTakeFirst()
  return row && asGrant(row)
}

/** How many connected assistants of a person may still read, for whichever companies. */
export async function countGrantsOfPerson(pool: Pool, userId: string): Promise<number> {
  const { count } = await accountsDb(pool)
    .selectFrom('oauth.grants as g')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('g.user_id', '=', userId)
    .where(isAlive)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** More could be neither reviewed nor ended quickly when the person leaves. */
const MOST_OF_PERSON = 50

/** Whether a person has connected as many assistants as permitted at a time. */
export async function hasManyGrants(pool: Pool, userId: string): Promise<boolean> {
  const last = await accountsDb(pool)
    .selectFrom('oauth.grants as g')
    .select('g.id')
    .where('g.user_id', '=', userId)
    .where(isAlive)
    .limit(1)
    .offset(MOST_OF_PERSON - 1)
    .executeTakeFirst()
  return last !== undefined
}
