import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'
import type { ApiKey } from './api-key.js'
import { apiKeyFromRow, shownColumns } from './api-key-row.js'
import { hashSecret, newKey } from './key-format.js'
import { scopes as allScopes, type Scope } from './scopes.js'

/**
 * Makes an API key. The clear key is returned here and nowhere else, ever.
 *
 * @param input.scopes all of them unless given
 * @param input.expires_at never unless given
 */
export async function createApiKey(
  pool: Pool,
  input: {
    readonly company_id: string
    readonly name: string
    readonly scopes?: readonly Scope[]
    readonly expires_at?: Date
  },
  actor: AuditActor,
): Promise<{ readonly clear: string; readonly key: ApiKey }> {
  const { company_id, name, scopes = allScopes, expires_at = null } = input
  const { id, secret, clear } = newKey()
  const key = await kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const row = await tx
        .insertInto('accounts.api_keys')
        .values({ id, company_id, name, scopes: [...scopes], expires_at, secret_hash: hashSecret(secret) })
        .returning(shownColumns)
        .executeTakeFirstOrThrow()
      const data = { key_id: id, name, scopes, expires_at: expires_at?.toISOString() ?? null }
      await recordAudit(tx, { company_id, type: 'ApiKeyCreated', data, actor })
      return apiKeyFromRow(row)
    })
  return { clear, key }
}
