import { setTimeout as delay } from 'node:timers/promises'
import type { EventStore } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { drainAuditOutbox } from './drain-audit-outbox.js'

const PAUSE_MS = 2_000

/**
 * Carries what a crash or an unreachable log has left in the outbox of account changes into the event log, until the
 * signal aborts. Whoever makes a change does so at once; this is for the rest. Any number of processes may do it.
 */
export async function keepAuditTrail(options: {
  readonly pool: Pool
  readonly store: EventStore
  readonly signal: AbortSignal
  /** a pino logger fits; told of each change, not of each try */
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
}): Promise<void> {
  const { pool, store, signal, log } = options
  let problem: string | undefined
  while (!signal.aborted) {
    const error = await failureOf(drainAuditOutbox(pool, store))
    if (error?.message !== problem && !signal.aborted) {
      if (error) log.warn({ err: error }, 'account changes cannot be carried into the event log')
      else log.info({}, 'account changes are carried into the event log again')
      problem = error?.message
    }
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function failureOf(work: Promise<unknown>): Promise<Error | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
