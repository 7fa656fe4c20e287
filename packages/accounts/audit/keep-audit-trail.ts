import { setTimeout as delay } from 'node:timers/promises'
import type { EventStore } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { drainAuditOutbox } from './drain-audit-outbox.js'

const PAUSE_MS = 2_000

/**
 * Carries what a crash or an unreachable log has left in the outbox of account changes into the event log, until the
 * signal aborts. Whoever makes a change does so at once; this is for the rest.
 */
export async function keepAuditTrail(options: {
  readonly pool: Pool
  readonly store: EventStore
  readonly signal: AbortSignal
  /** a pino logger fits */
  readonly log: { warn(fields: object, message: string): void }
}): Promise<void> {
  const { pool, store, signal, log } = options
  while (!signal.aborted) {
    await drainAuditOutbox(pool, store).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'account changes cannot be carried into the event log')
    })
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
}
