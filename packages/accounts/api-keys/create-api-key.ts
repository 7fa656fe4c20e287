import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'
import type { ApiKey } from './api-key.js'
import { apiKeyFromRow, shownColumns } from './api-key-row.js'
import { hashSecret, keyIdFor, newKey } from './key-format.js'
import { scopes as allScopes, type Scope } from './scopes.js'

/** A key to make. */
export interface NewApiKey {
  readonly company_id: string
  readonly name: string
  /** all of them unless given */
  readonly scopes?: readonly Scope[]
  /** never unless given */
  readonly expires_at?: Date
}

/** A key with what is to be known by its holder only. */
export interface CreatedApiKey {
  readonly clear: string
  readonly key: ApiKey
}

/** Makes an API key. The clear key is returned here and nowhere else, ever. */
export async function createApiKey(pool: Pool, input: NewApiKey, actor: AuditActor): Promise<CreatedApiKey> {
  const created = await insertKey(pool, newKey(), input, actor)
  if (created === undefined) throw new Error('a new API key has the id of another one')
  return created
}

/**
 * Makes an API key, once for each command: `undefined` when the command has made it before, for nobody can tell its
 * secret again.
 *
 * @param commandId UUID
 */
export function createApiKeyOnce(
  pool: Pool,
  commandId: string,
  input: NewApiKey,
  actor: AuditActor,
): Promise<CreatedApiKey | undefined> {
  return insertKey(pool, newKey(keyIdFor(commandId)), input, actor)
}

async function insertKey(
  pool: Pool,
  { id, secret, clear }: ReturnType<typeof newKey>,
  { company_id, name, scopes = allScopes, expires_at }: NewApiKey,
  actor: AuditActor,
): Promise<CreatedApiKey | undefined> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const row = await tx
        .insertInto('accounts.api_keys')
        .values({
          id,
          company_id,
          name,
          scopes: [...scopes],
          expires_at: expires_at ?? null,
          secret_hash: hashSecret(secret),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning(shownColumns)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const data = { key_id: id, name, scopes, expires_at: expires_at?.toISOString() ?? null }
      await recordAudit(tx, { company_id, type: 'ApiKeyCreated', data, actor })
      return { clear, key: apiKeyFromRow(row) }
    })
}
