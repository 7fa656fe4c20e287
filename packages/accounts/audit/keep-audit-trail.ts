import type { EventStore } from '@ecmr/event-store'
import { outageReporter, sleep } from '@ecmr/runtime'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { accountsDb } from '../db.js'
import { AuditTrailBehind, drainAuditOutbox } from './drain-audit-outbox.js'

/** How far the audit trail is behind the changes that it is about. */
export interface AuditBacklog {
  /** changes that wait to be written to the event log; counted up to 10,000 */
  readonly waiting: number
  /** how long the oldest of them has waited, milliseconds; 0 when none does */
  readonly oldest_ms: number
  /** changes that the event log cannot take; counted up to 10,000 */
  readonly set_aside: number
}

const MOST_COUNTED = 10_000

/** What stands in the outbox of account changes, of all companies together. */
export async function auditBacklog(pool: Pool): Promise<AuditBacklog> {
  const { rows } = await sql<AuditBacklog>`
    select
      (select count(*) from (
        select from accounts.audit_outbox where set_aside_at is null limit ${MOST_COUNTED}) w) as waiting,
      coalesce((
        select greatest(0, extract(epoch from clock_timestamp() - at) * 1000)::bigint from accounts.audit_outbox
        where set_aside_at is null order by seq limit 1), 0) as oldest_ms,
      (select count(*) from (
        select from accounts.audit_outbox where set_aside_at is not null limit ${MOST_COUNTED}) s) as set_aside`.execute(
    accountsDb(pool),
  )
  return rows[0] ?? { waiting: 0, oldest_ms: 0, set_aside: 0 }
}

/** A change that the event log cannot take, as an operator looks at it: without what it was about. */
interface SetAsideChange {
  readonly id: string
  readonly company_id: string
  readonly type: string
  readonly at: Date
  readonly set_aside_at: Date | null
  readonly reason: string | null
}

const MOST_LISTED = 1_000

/** Changes that were set aside, oldest first, 1,000 at most. */
export async function setAsideChanges(pool: Pool): Promise<readonly SetAsideChange[]> {
  return accountsDb(pool)
    .selectFrom('accounts.audit_outbox')
    .select(['id', 'company_id', 'type', 'at', 'set_aside_at', 'set_aside_reason as reason'])
    .where('set_aside_at', 'is not', null)
    .orderBy('seq')
    .limit(MOST_LISTED)
    .execute()
}

/**
 * Puts changes that were set aside back among those that wait, and returns how many.
 *
 * @param id only this one
 */
export async function retrySetAside(pool: Pool, id?: string): Promise<number> {
  const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await accountsDb(pool)
    .updateTable('accounts.audit_outbox')
    .set({ set_aside_at: null, set_aside_reason: null })
    .where('set_aside_at', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
  return Number(numUpdatedRows)
}

const PAUSE_MS = 2_000
/** So many batches of each company, before the figures are looked at again. */
const ROUNDS = 10

export interface AuditTrailMetrics {
  /** so many changes left the outbox */
  carried(count: number): void
  /** changes could not be carried, and stay */
  failed(): void
  /** all processes see the same */
  sampled(backlog: AuditBacklog): void
}

interface AuditTrailOptions {
  readonly pool: Pool
  readonly store: EventStore
  readonly signal: AbortSignal
  /** a pino logger fits; it logs when carrying fails, once a minute while it does, and when it works again */
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
  readonly metrics?: AuditTrailMetrics
  /** by which changes are stamped that bear a time in the future; when it throws, nothing is carried */
  readonly clock?: () => Date
}

/**
 * Carries account changes from the outbox into the event log, until the signal aborts. Any number of processes may do it.
 */
export async function keepAuditTrail(options: AuditTrailOptions): Promise<void> {
  const { pool, signal, metrics, log } = options
  const say = outageReporter(log, {
    begins: 'account changes cannot be carried into the event log',
    ends: 'account changes are carried into the event log again',
  })
  while (!signal.aborted) {
    const error = await carry(options)
    const backlog = await auditBacklog(pool).catch(() => undefined)
    if (backlog) metrics?.sampled(backlog)
    const companies = error instanceof AuditTrailBehind ? { companies: error.behind.size } : {}
    if (!signal.aborted) say(error, { ...companies, ...backlog })
    if (error === undefined && backlog !== undefined && backlog.waiting > 0) continue
    await sleep(PAUSE_MS, signal)
  }
}

async function carry({ pool, store, signal, log, metrics, clock }: AuditTrailOptions): Promise<unknown> {
  try {
    const carried = await drainAuditOutbox(pool, store, {
      rounds: ROUNDS,
      signal,
      ...(clock && { clock }),
      onSetAside: ({ id, company_id, type, reason }) =>
        log.error(
          { event_id: id, company_id, event_type: type, reason },
          'the event log cannot take an account change; it is set aside, see "ecmr audit pending"',
        ),
    })
    metrics?.carried(carried)
    return undefined
  } catch (error) {
    metrics?.failed()
    if (error instanceof AuditTrailBehind) metrics?.carried(error.carried)
    return error
  }
}
