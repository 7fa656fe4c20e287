import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AccountsTables } from '../../tables.js'
import type { OauthTables } from '../tables.js'
import type { Grant } from './grant.js'
import { isAlive } from './hold-grant.js'

/** The assistants that may read notes now, of all companies, newest first. */
export function shownGrants(pool: Pool) {
  return (
    kyselyOver<OauthTables & AccountsTables>(pool)
      .selectFrom('oauth.grants as g')
      .innerJoin('oauth.clients as c', 'c.id', 'g.client_id')
      .innerJoin('accounts.users as u', 'u.id', 'g.user_id')
      .select([
        'g.id',
        'g.client_id',
        'c.name as client_name',
        'g.redirect_host',
        'g.company_id',
        'g.user_id',
      ])
      .select(['u.name as user_name', 'g.scopes', 'g.created_at', 'g.last_used_at', 'g.expires_at'])
      .whereRef('u.company_id', '=', 'g.company_id')
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
export function asGrant(row: Row): Grant {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  }
}
