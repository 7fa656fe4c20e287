import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { Plan } from '../../companies/company.js'
import { lastUseRecorder } from '../../last-use.js'
import type { UserRole } from '../../users/user.js'
import type { OauthScope } from '../scopes.js'
import { hashOf } from '../secrets.js'
import { findAccess } from './find-access.js'

/** Who calls by an access token: an assistant that a person lets read for his company. */
export interface AssistantAccess {
  readonly grantId: string
  readonly company: { readonly id: CompanyId; readonly name: string; readonly plan: Plan }
  /** false: the plan has no assistants any more */
  readonly isPlanGood: boolean
  readonly client: { readonly id: string; readonly name: string }
  /** who let it in, and what that person is now */
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
   * `undefined` for a token that is malformed, of another kind, unknown, expired, revoked, or whose person has left the company.
   * Rejects when the database is away.
   */
  authenticate(token: string): Promise<AssistantAccess | undefined>
  /** Writes what is left of the times of last use. */
  close(): Promise<void>
}

// In the order of ids, as whoever else touches several grants does: otherwise two might wait for each other.
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
  /** told when the times of last use could not be written; they are tried again */
  readonly onError?: (error: unknown) => void
}): AccessTokens {
  const lastUse = lastUseRecorder({ pool, statement: GRANTS_USED, onError })
  return {
    async authenticate(token) {
      const hash = hashOf('access_token', token)
      const access = hash && (await findAccess(pool, hash))
      if (access) lastUse.used(access.grantId, new Date())
      return access
    },
    close: () => lastUse.close(),
  }
}
