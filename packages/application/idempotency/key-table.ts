import type { Refusal } from '@ecmr/domain'
import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'

/** The answer to a command that appended nothing; the log does not remember those. Never holds a secret. */
export type KeptAnswer = { readonly version: number } | { readonly refusal: Refusal }

/** The ids that a command runs under; its repeats run under the same ones. */
export interface CommandIds {
  /** UUID */
  readonly commandId: string
  /** of a creation only */
  readonly noteId: string | null
  readonly ecmrNumber: string | null
}

/** What is on record for the key of a client. */
export interface KeyRecord extends CommandIds {
  readonly requestHash: string
  readonly keptAnswer: KeptAnswer | null
}

export async function findKey(pool: Pool, company: string, key: string): Promise<KeyRecord | undefined> {
  const { rows } = await pool.query<KeyRecord>({
    name: 'find idempotency key',
    text: `select request_hash as "requestHash", command_id as "commandId", note_id as "noteId",
        ecmr_number as "ecmrNumber", kept_answer as "keptAnswer"
      from api.idempotency_keys where scope = 'client' and company_id = $1 and key = $2`,
    values: [company, key],
  })
  return rows[0]
}

/** Records a key before its command runs. False when another process was faster. */
export async function recordKey(
  pool: Pool,
  company: string,
  key: string,
  { requestHash, commandId, noteId, ecmrNumber }: Omit<KeyRecord, 'keptAnswer'>,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'record idempotency key',
    text: `insert into api.idempotency_keys (company_id, key, request_hash, command_id, note_id, ecmr_number)
      values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    values: [company, key, requestHash, commandId, noteId, ecmrNumber],
  })
  return rowCount === 1
}

export async function keepAnswer(
  pool: Pool,
  company: string,
  key: string,
  answer: KeptAnswer,
): Promise<void> {
  await pool.query(
    `update api.idempotency_keys set kept_answer = $3
     where scope = 'client' and company_id = $1 and key = $2`,
    [company, key, JSON.stringify(answer)],
  )
}

/** A command whose effect is in PostgreSQL. */
export interface StoredCommand {
  readonly company: string
  /** UUID */
  readonly commandId: string
}

/**
 * Whether a command has been carried out in PostgreSQL before. Ask before anything is refused: the state that is in the
 * way now may be the effect of the command itself.
 */
export async function wasCarriedOut<Tables>(tx: Kysely<Tables>, command: StoredCommand): Promise<boolean> {
  const { rows } = await sql`select from api.idempotency_keys
    where scope = 'command' and company_id = ${command.company} and key = ${command.commandId}`.execute(tx)
  return rows.length > 0
}

/** Records that a command was carried out, in the transaction that does it. */
export async function recordCarriedOut<Tables>(tx: Kysely<Tables>, command: StoredCommand): Promise<void> {
  const { company, commandId } = command
  await sql`insert into api.idempotency_keys (scope, company_id, key, request_hash, command_id)
    values ('command', ${company}, ${commandId}, '', ${commandId}) on conflict do nothing`.execute(tx)
}

/** Deletes what was first used more than two days ago. */
export async function forgetOldKeys(pool: Pool): Promise<void> {
  await pool.query(`delete from api.idempotency_keys where created_at < now() - interval '48 hours'`)
}
