import { accountOf, type CompanyId } from '@ecmr/domain'
import type { Selectable } from 'kysely'
import type { Pool } from 'pg'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import { accountsDb, inTransaction } from '../db.js'
import type { AccountsTables } from '../tables.js'
import type { ApiKey } from './api-key.js'

type Row = Omit<Selectable<AccountsTables['accounts.api_keys']>, 'secret_hash'>

export const shownColumns = [
  'id',
  'company_id',
  'name',
  'scopes',
  'livemode',
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

/** A company's keys, oldest first, test keys, revoked and expired ones included. */
export async function listApiKeys(pool: Pool, company: CompanyId): Promise<readonly ApiKey[]> {
  const rows = await accountsDb(pool)
    .selectFrom('accounts.api_keys')
    .select(shownColumns)
    .where('company_id', '=', accountOf(company))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(apiKeyFromRow)
}

/**
 * Revokes a key for good; within a second no process accepts it any more. False when there is no such key, or it was
 * revoked before.
 */
export function revokeApiKey(pool: Pool, id: string, actor: AuditActor): Promise<boolean> {
  return revoke(pool, { id }, actor)
}

/** The same for a key that must be this company's; false likewise when it is another's. */
export function revokeCompanyKey(
  pool: Pool,
  company: CompanyId,
  id: string,
  actor: AuditActor,
): Promise<boolean> {
  return revoke(pool, { id, company: accountOf(company) }, actor)
}

async function revoke(
  pool: Pool,
  { id, company }: { readonly id: string; readonly company?: CompanyId },
  actor: AuditActor,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const row = await tx
      .updateTable('accounts.api_keys')
      .set({ revoked_at: new Date() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .$if(company !== undefined, (query) => query.where('company_id', '=', String(company)))
      .returning(['company_id', 'name'])
      .executeTakeFirst()
    if (row === undefined) return false
    const { company_id, name } = row
    await recordAudit(tx, { company_id, type: 'ApiKeyRevoked', data: { key_id: id, name }, actor })
    return true
  })
}
