import type { Selectable } from 'kysely'
import type { AccountsTables } from '../tables.js'
import type { ApiKey } from './api-key.js'

type Row = Omit<Selectable<AccountsTables['accounts.api_keys']>, 'secret_hash'>

/** The columns that may be shown. */
export const shownColumns = [
  'id',
  'company_id',
  'name',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const satisfies readonly (keyof Row)[]

export function apiKeyFromRow(row: Row): ApiKey {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}
