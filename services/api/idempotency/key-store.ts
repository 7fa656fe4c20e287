import type { CompanyId, Refusal } from '@ecmr/domain'
import type { Pool } from 'pg'

/** What a command that appended nothing was answered with; the log does not remember those. */
export type KeptAnswer = { readonly version: number } | { readonly refusal: Refusal }

/** The ids that a command runs under; a repeat of the request runs under the same ones. */
export interface CommandIds {
  readonly commandId: string
  /** of a creation only */
  readonly noteId: string | null
  readonly ecmrNumber: string | null
}

/** What is on record for an idempotency key. */
export interface KeyRecord extends CommandIds {
  readonly requestHash: string
  readonly keptAnswer: KeptAnswer | null
}

const COLUMNS = `request_hash as "requestHash", command_id as "commandId", note_id as "noteId",
  ecmr_number as "ecmrNumber", kept_answer as "keptAnswer"`

/** The record of a key; `undefined` when it has not been used. */
export async function findKey(pool: Pool, company: CompanyId, key: string): Promise<KeyRecord | undefined> {
  const { rows } = await pool.query<KeyRecord>(
    `select ${COLUMNS} from api.idempotency_keys where company_id = $1 and key = $2`,
    [company, key],
  )
  return rows[0]
}

/** Puts a key on record before its command runs. False when another process was faster. */
export async function recordKey(
  pool: Pool,
  company: CompanyId,
  key: string,
  requestHash: string,
  ids: CommandIds,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into api.idempotency_keys (company_id, key, request_hash, command_id, note_id, ecmr_number)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [company, key, requestHash, ids.commandId, ids.noteId, ids.ecmrNumber],
  )
  return rowCount === 1
}

/** Keeps the answer to a command that appended nothing. */
export async function keepAnswer(
  pool: Pool,
  company: CompanyId,
  key: string,
  answer: KeptAnswer,
): Promise<void> {
  await pool.query('update api.idempotency_keys set kept_answer = $3 where company_id = $1 and key = $2', [
    company,
    key,
    JSON.stringify(answer),
  ])
}

/** Forgets keys that were first used more than two days ago. */
export async function forgetOldKeys(pool: Pool): Promise<void> {
  await pool.query(`delete from api.idempotency_keys where created_at < now() - interval '48 hours'`)
}
