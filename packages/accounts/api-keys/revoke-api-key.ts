import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'

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
  return revoke(pool, { id, company }, actor)
}

async function revoke(
  pool: Pool,
  { id, company }: { readonly id: string; readonly company?: CompanyId },
  actor: AuditActor,
): Promise<boolean> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
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
