import { actingFor } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { Plan } from '../../companies/company.js'
import type { UserRole } from '../../users/user.js'
import { hasAssistants } from '../plan.js'
import type { OauthScope } from '../scopes.js'
import type { AssistantAccess } from './access-tokens.js'

interface Row {
  readonly grant_id: string
  readonly company_id: string
  readonly company_name: string
  readonly plan: Plan
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
           co.id as company_id, co.name as company_name, co.plan,
           c.id as client_id, c.name as client_name, u.id as user_id, u.name as user_name, u.role as user_role
    from oauth.access_tokens t
    join oauth.grants g on g.id = t.grant_id
    join oauth.clients c on c.id = g.client_id
    join accounts.companies co on co.id = g.company_id
    join accounts.users u on u.id = g.user_id and u.company_id = g.company_id
    where t.hash = $1 and t.expires_at > now() and g.ended_at is null and g.expires_at > now()`,
}

/** What an access token with this hash lets its holder do now. */
export async function findAccess(pool: Pool, hash: Uint8Array): Promise<AssistantAccess | undefined> {
  const { rows } = await pool.query<Row>({ ...FIND, values: [hash] })
  return rows[0] && accessFromRow(rows[0])
}

function accessFromRow(row: Row): AssistantAccess {
  return {
    grantId: row.grant_id,
    company: { id: actingFor(row.company_id), name: row.company_name, plan: row.plan },
    isPlanGood: hasAssistants(row.plan),
    client: { id: row.client_id, name: row.client_name },
    user: { id: row.user_id, name: row.user_name, role: row.user_role },
    scopes: row.scopes,
    resource: row.resource,
    connected_at: row.created_at.toISOString(),
    grant_expires_at: row.grant_expires_at.toISOString(),
    token_expires_at: row.token_expires_at.toISOString(),
  }
}
