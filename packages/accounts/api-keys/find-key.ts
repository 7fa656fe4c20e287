import { actingFor } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'
import type { ApiCaller } from './api-key.js'

/** A key that is not revoked, and how to recognise its secret. */
export interface KnownKey {
  readonly secretHash: Uint8Array
  /** milliseconds since 1970 */
  readonly expiresAt: number
  readonly caller: ApiCaller
}

/** Looks a key up by its public id. */
export async function findKey(pool: Pool, id: string): Promise<KnownKey | undefined> {
  const row = await kyselyOver<AccountsTables>(pool)
    .selectFrom('accounts.api_keys as k')
    .innerJoin('accounts.companies as c', 'c.id', 'k.company_id')
    .select([
      'k.name',
      'k.secret_hash',
      'k.scopes',
      'k.expires_at',
      'c.id as company_id',
      'c.plan',
      'c.policy',
    ])
    .where('k.id', '=', id)
    .where('k.revoked_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    secretHash: new Uint8Array(row.secret_hash),
    expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    caller: {
      keyId: id,
      keyName: row.name,
      company: actingFor(row.company_id),
      plan: row.plan,
      policy: row.policy,
      scopes: new Set(row.scopes),
    },
  }
}
