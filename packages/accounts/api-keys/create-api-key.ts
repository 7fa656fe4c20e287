import { accountOf } from '@ecmr/domain'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import type { Tx } from '../db.js'
import { inTransaction } from '../db.js'
import { type ApiKey, scopes as allScopes, type Scope } from './api-key.js'
import { apiKeyFromRow, shownColumns } from './api-keys.js'
import { hashSecret, keyIdFor, newKey } from './key-format.js'

export interface NewApiKey {
  readonly company_id: string
  readonly name: string
  /** all of them unless given */
  readonly scopes?: readonly Scope[]
  /** false: a test key; live unless given */
  readonly livemode?: boolean
  /** never unless given */
  readonly expires_at?: Date
}

/** A key with what is to be known by its holder only. */
export interface CreatedApiKey {
  readonly clear: string
  readonly key: ApiKey
}

/** How many keys of a company may work at a time. */
export const MOST_API_KEYS = 100

/** A company has as many keys that work as it may; one of them has to be revoked first. */
export class TooManyApiKeys extends Error {
  override readonly name = 'TooManyApiKeys'

  constructor() {
    super(`A company has at most ${MOST_API_KEYS} keys that work: revoke one that is not used any more.`)
  }
}

export type ApiKeyMade =
  | ({ readonly ok: true } & CreatedApiKey)
  /** `made_before`: an earlier try of the command has created it; its secret cannot be shown again */
  | { readonly ok: false; readonly reason: 'made_before' | 'too_many' }

/**
 * Makes an API key. The clear key is returned here and nowhere else, ever.
 *
 * @throws TooManyApiKeys when the company has 100 that are neither revoked nor expired
 */
export async function createApiKey(pool: Pool, input: NewApiKey, actor: AuditActor): Promise<CreatedApiKey> {
  const made = await insertKey(pool, newKey(input.livemode ?? true), input, actor)
  if (made.ok) return made
  throw made.reason === 'too_many'
    ? new TooManyApiKeys()
    : new Error('a new API key has the id of another one')
}

/**
 * Makes an API key, once for each command. The key's id is derived from the command's: a kept answer, as `idempotency` has it,
 * would hold the secret.
 *
 * @param commandId UUID, as `idsOfForm` derives it
 */
export function createApiKeyOnce(
  pool: Pool,
  commandId: string,
  input: NewApiKey,
  actor: AuditActor,
): Promise<ApiKeyMade> {
  return insertKey(pool, newKey(input.livemode ?? true, keyIdFor(commandId)), input, actor)
}

async function insertKey(
  pool: Pool,
  { id, secret, livemode, clear }: ReturnType<typeof newKey>,
  { company_id: acting, name, scopes = allScopes, expires_at }: NewApiKey,
  actor: AuditActor,
): Promise<ApiKeyMade> {
  const company_id = accountOf(acting)
  return inTransaction(pool, async (tx) => {
    await lockKeysOf(tx, company_id)
    if (await exists(tx, id)) return { ok: false, reason: 'made_before' }
    if ((await workingKeys(tx, company_id)) >= MOST_API_KEYS) return { ok: false, reason: 'too_many' }
    const row = await tx
      .insertInto('accounts.api_keys')
      .values({
        id,
        company_id,
        name,
        scopes: [...scopes],
        livemode,
        expires_at: expires_at ?? null,
        secret_hash: hashSecret(secret),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning(shownColumns)
      .executeTakeFirst()
    if (row === undefined) return { ok: false, reason: 'made_before' }
    const expires = expires_at?.toISOString() ?? null
    const data = { key_id: id, name, scopes, ...(!livemode && { livemode }), expires_at: expires }
    await recordAudit(tx, { company_id, type: 'ApiKeyCreated', data, actor })
    return { ok: true, clear, key: apiKeyFromRow(row) }
  })
}

/** A company's keys are made one at a time, lest many at once all find room for themselves. */
async function lockKeysOf(tx: Tx, company: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ecmr:api-keys:${company}`}, 0))`.execute(tx)
}

async function exists(tx: Tx, id: string): Promise<boolean> {
  const found = await tx.selectFrom('accounts.api_keys').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

async function workingKeys(tx: Tx, company: string): Promise<number> {
  const { count } = await tx
    .selectFrom('accounts.api_keys')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', company)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
    .executeTakeFirstOrThrow()
  return Number(count)
}
