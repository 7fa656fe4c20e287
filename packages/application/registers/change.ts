import { type EntryData, type Register, registerLimits } from '@ecmr/contract'
import type { CompanyEventType, CompanyId, JsonObject } from '@ecmr/domain'
import type { Actor } from '@ecmr/event-store'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Pool } from 'pg'
import { recordCarriedOut, wasCarriedOut } from '../idempotency/key-table.js'
import { type Entry, entryColumns, entryFromRow } from './entry.js'
import { inTransaction, type RegisterTables, type Tx } from './tables.js'

/** A change as the company's audit trail keeps it: what was changed, and never a value, since drivers are persons. */
interface RegisterChange {
  readonly company_id: string
  readonly type: Extract<CompanyEventType, `Register${string}`>
  readonly data: JsonObject
  readonly actor: Omit<Actor, 'company_id'>
  readonly correlation_id: string
}

export interface RegisterContext {
  readonly pool: Pool
  /** writes a change to the audit trail in the transaction that makes it */
  readonly recordAudit: (tx: QueryExecutorProvider, change: RegisterChange) => Promise<void>
}

/** Who changes which register. */
export interface RegisterCommand {
  readonly company: CompanyId
  readonly register: Register
  /** UUID; a command that comes again under the same one is not carried out again */
  readonly commandId: string
  readonly actor: Omit<Actor, 'company_id'>
  readonly correlationId: string
}

/** Why an entry is not written. */
export type EntryRefusal =
  /** unknown, malformed, removed, or another company's: the caller cannot tell which */
  | { readonly reason: 'not_found' | 'reference_taken' | 'register_full' | 'entry_too_large' }
  | { readonly reason: 'stale'; readonly version: number }

export type EntryWritten =
  | { readonly ok: true; readonly entry: Entry; readonly replayed: boolean }
  | ({ readonly ok: false } & EntryRefusal)

/**
 * Carries a command out once. Those on one register of a company happen one after the other: its limit, and that a reference
 * is there once, are looked at before anything is written.
 *
 * @param steps.carryOut says why not, or nothing
 * @param steps.view what is answered, at first and when the command comes again
 */
export function changeRegister<Done, Refused>(
  { pool }: RegisterContext,
  { company, register, commandId }: RegisterCommand,
  steps: {
    carryOut(tx: Tx): Promise<Refused | undefined>
    view(tx: Tx, replayed: boolean): Promise<Done>
  },
): Promise<Done | Refused> {
  return inTransaction(pool, async (tx) => {
    await lockRegister(tx, company, register)
    const command = { company, commandId }
    const replayed = await wasCarriedOut<RegisterTables>(tx, command)
    if (!replayed) {
      const refused = await steps.carryOut(tx)
      if (refused !== undefined) return refused
      await recordCarriedOut<RegisterTables>(tx, command)
    }
    return steps.view(tx, replayed)
  })
}

export async function lockRegister(tx: Tx, company: CompanyId, register: Register): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`registers ${company} ${register}`}, 0))`.execute(
    tx,
  )
}

/** An entry of the company, as a command finds it. */
export async function entryIn(
  tx: Tx,
  { company, register }: Pick<RegisterCommand, 'company' | 'register'>,
  id: string,
): Promise<Entry | undefined> {
  const row = await tx
    .selectFrom('registers.entries')
    .select(entryColumns)
    .where('id', '=', id)
    .where('company_id', '=', company)
    .where('register', '=', register)
    .executeTakeFirst()
  return row && entryFromRow(row)
}

export async function isReferenceTaken(
  tx: Tx,
  { company, register }: Pick<RegisterCommand, 'company' | 'register'>,
  { reference }: EntryData,
  besides?: string,
): Promise<boolean> {
  if (typeof reference !== 'string') return false
  const row = await tx
    .selectFrom('registers.entries')
    .select('id')
    .where('company_id', '=', company)
    .where('register', '=', register)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row !== undefined && row.id !== besides
}

/** Whether an entry has more bytes than its register takes. */
export function isTooLarge(register: Register, data: EntryData): boolean {
  return Buffer.byteLength(JSON.stringify(data)) > registerLimits[register].bytes
}

/** A change for the audit trail. */
export function auditOf(
  { company, register, actor, correlationId }: RegisterCommand,
  type: RegisterChange['type'],
  data: JsonObject,
): RegisterChange {
  const { kind, id } = actor
  return {
    company_id: company,
    type,
    data: { register, ...data },
    actor: { kind, id },
    correlation_id: correlationId,
  }
}
