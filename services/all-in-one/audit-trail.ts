import { setTimeout as delay } from 'node:timers/promises'
import { drainAuditOutbox } from '@ecmr/accounts'
import type { EventStore } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import type { Logger } from 'pino'

const PAUSE_MS = 2_000

/**
 * Carries what a crash or an unreachable log has left in the outbox of account changes into the event log, until the
 * signal aborts. Whoever makes a change does so at once; this is for the rest.
 */
export async function keepAuditTrail(options: {
  readonly pool: ReturnType<typeof openPool>
  readonly store: EventStore
  readonly signal: AbortSignal
  readonly log: Logger
}): Promise<void> {
  const { pool, store, signal, log } = options
  while (!signal.aborted) {
    await drainAuditOutbox(pool, store).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'account changes cannot be carried into the event log')
    })
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
}
