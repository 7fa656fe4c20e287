import type { EventStore } from '@ecmr/event-store'
import { sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { type AuditBacklog, auditBacklog } from './audit-backlog.js'
import { AuditTrailBehind, drainAuditOutbox } from './drain-audit-outbox.js'

const PAUSE_MS = 2_000
/** So many batches of each company, before the figures are looked at again. */
const ROUNDS = 10
const SAID_AGAIN_AFTER_MS = 60_000

/** Where it counts. */
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
  const { pool, signal, metrics } = options
  const say = reporter(options)
  while (!signal.aborted) {
    const error = await carry(options)
    const backlog = await auditBacklog(pool).catch(() => undefined)
    if (backlog) metrics?.sampled(backlog)
    if (!signal.aborted) say(error, backlog)
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
          { event_id: id, company_id, type, reason },
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

/** Says a failure when it begins and once a minute while it lasts, and that it is over. */
function reporter({ log }: AuditTrailOptions): (error: unknown, backlog: AuditBacklog | undefined) => void {
  let saidAt: number | undefined
  return (error, backlog) => {
    const now = performance.now()
    if (error === undefined) {
      if (saidAt !== undefined)
        log.info({ ...backlog }, 'account changes are carried into the event log again')
      saidAt = undefined
    } else if (saidAt === undefined || now - saidAt >= SAID_AGAIN_AFTER_MS) {
      saidAt = now
      const companies = error instanceof AuditTrailBehind ? { companies: error.behind.size } : {}
      log.warn(
        { err: error, ...companies, ...backlog },
        'account changes cannot be carried into the event log',
      )
    }
  }
}
