import { actingFor, type CompanyId, mayActAs } from '@ecmr/domain'
import type { Pool } from 'pg'
import { hasAssistants, type Plan } from '../../companies/company.js'
import { lastUseRecorder } from '../../last-use.js'
import type { UserRole } from '../../users/user.js'
import type { OauthScope } from '../model.js'
import { hashOf } from '../secrets.js'

interface Row {
  readonly grant_id: string
  readonly company_id: string
  readonly company_name: string
  readonly time_zone: string
  readonly plan: Plan
  readonly lacks_second_factor: boolean
  readonly client_id: string
  readonly client_name: string
  readonly user_id: string
  readonly user_name: string
  readonly user_role: UserRole
  readonly scopes: OauthScope[]
  readonly resource: string
  readonly created_at: Date
  readonly grant_expires_at: Date
  readonly token_expires_at: Date
}

// Each call asks this, so PostgreSQL parses it once for each connection.
const FIND = {
  name: 'oauth access',
  text: `
    select g.id as grant_id, g.scopes, g.resource, g.created_at,
           g.expires_at as grant_expires_at, t.expires_at as token_expires_at,
           co.id as company_id, co.name as company_name, co.time_zone, co.plan,
           co.requires_second_factor and u.second_factor_since is null as lacks_second_factor,
           c.id as client_id, c.name as client_name, u.id as user_id, u.name as user_name, m.role as user_role
    from oauth.access_tokens t
    join oauth.grants g on g.id = t.grant_id
    join oauth.clients c on c.id = g.client_id
    join accounts.companies co on co.id = g.company_id
    join accounts.memberships m on m.user_id = g.user_id and m.company_id = g.company_id
    join accounts.users u on u.id = g.user_id
    where t.hash = $1 and t.expires_at > now() and g.ended_at is null and g.expires_at > now()`,
}

/** What an access token with this hash lets its holder do now. */
async function findAccess(pool: Pool, hash: Uint8Array): Promise<AssistantAccess | undefined> {
  const { rows } = await pool.query<Row>({ ...FIND, values: [hash] })
  return rows[0] && accessFromRow(rows[0])
}

function accessFromRow(row: Row): AssistantAccess {
  return {
    grantId: row.grant_id,
    company: {
      id: actingFor(row.company_id),
      name: row.company_name,
      plan: row.plan,
      time_zone: row.time_zone,
    },
    isPlanGood: hasAssistants(row.plan),
    lacksSecondFactor: row.lacks_second_factor,
    client: { id: row.client_id, name: row.client_name },
    user: { id: row.user_id, name: row.user_name, role: row.user_role },
    scopes: row.scopes,
    resource: row.resource,
    connected_at: row.created_at.toISOString(),
    grant_expires_at: row.grant_expires_at.toISOString(),
    token_expires_at: row.token_expires_at.toISOString(),
  }
}

/** The caller of an access token: an assistant that a person has connected to read for the company. */
export interface AssistantAccess {
  readonly grantId: string
  readonly company: {
    readonly id: CompanyId
    readonly name: string
    readonly plan: Plan
    /** IANA name */
    readonly time_zone: string
  }
  /** false: the plan has no assistants any more */
  readonly isPlanGood: boolean
  /** the company requires a second factor, which the person who connected it has not set up */
  readonly lacksSecondFactor: boolean
  readonly client: { readonly id: string; readonly name: string }
  /** who connected it, and what that person is now */
  readonly user: { readonly id: string; readonly name: string; readonly role: UserRole }
  readonly scopes: readonly OauthScope[]
  /** what the token is for (RFC 8707) */
  readonly resource: string
  /** of the grant and of this token; RFC 3339, UTC */
  readonly connected_at: string
  readonly grant_expires_at: string
  readonly token_expires_at: string
}

/** Tells who is calling by the access token of a request. */
export interface AccessTokens {
  /**
   * `undefined` for a token that is malformed, of another kind, unknown, expired, revoked, or whose person has left the company or
   * may no longer connect assistants.
   * Rejects when the database is away.
   */
  authenticate(token: string): Promise<AssistantAccess | undefined>
  /** Writes what is left of the times of last use. */
  close(): Promise<void>
}

// In the order of ids, as everywhere: otherwise two updates could deadlock.
const GRANTS_USED = `
  with used as (select * from unnest($1::uuid[], $2::timestamptz[]) as u(id, at)),
       held as (select id from oauth.grants where id in (select id from used) order by id for no key update)
  update oauth.grants g set last_used_at = greatest(g.last_used_at, used.at)
  from used join held using (id) where g.id = used.id`

/** Opens the access tokens in the database. Each call asks it, so that what ends has ended at once. */
export function accessTokens({
  pool,
  onError,
}: {
  readonly pool: Pool
  /** called when the times of last use could not be written; they are retried */
  readonly onError?: (error: unknown) => void
}): AccessTokens {
  const lastUse = lastUseRecorder({ pool, statement: GRANTS_USED, onError })
  return {
    async authenticate(token) {
      const hash = hashOf('access_token', token)
      const found = hash && (await findAccess(pool, hash))
      const access = found && mayActAs(found.user.role, 'member') ? found : undefined
      if (access) lastUse.used(access.grantId, new Date())
      return access
    },
    close: () => lastUse.close(),
  }
}
