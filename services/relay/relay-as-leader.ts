import { brokerCheckpoints, type NatsBroker, reportRelayStatus } from '@ecmr/broker'
import { type Position, START } from '@ecmr/event-store'
import { type openPool, runAsLeader } from '@ecmr/postgres'
import { reasonOf, sleep } from '@ecmr/runtime'
import { RELAY } from './checkpoint.js'
import type { RelayMetrics } from './relay-metrics.js'
import { type RelayOptions, startRelay } from './start-relay.js'

/** A pino logger fits. */
export interface RelayLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A relay among others, of which one works. */
export interface StandingRelay {
  /** resolves when the signal has aborted and the relay has stopped */
  readonly ended: Promise<void>
  /** rejects with a sentence while this process leads and something is wrong */
  check(): Promise<void>
}

/**
 * Publishes the log in one process at a time. The others stand by, and one of them takes over within 5 s when the leader
 * is killed, frozen or cut off. A frozen leader that wakes up may publish a few events again, which is harmless: see
 * `startRelay`.
 */
export function relayAsLeader(options: {
  readonly url: string
  readonly pool: ReturnType<typeof openPool>
  readonly store: RelayOptions['store']
  readonly broker: Pick<NatsBroker, 'publish' | 'check'>
  readonly signal: AbortSignal
  readonly log: RelayLog
  readonly metrics?: RelayMetrics
}): StandingRelay {
  const { url, pool, store, broker, signal, log, metrics } = options
  const health: Health = { position: START, problem: undefined }
  let reported: string | undefined

  async function work(signal: AbortSignal): Promise<void> {
    reported = undefined
    metrics?.leads(true)
    log.info({}, 'leads: carries the log to NATS')
    void reportHealth({ pool, health, check: () => broker.check(), signal })
    try {
      await startRelay({
        store,
        publisher: broker,
        checkpoints: brokerCheckpoints(pool),
        signal,
        ...(metrics && { metrics }),
        onMoved(position) {
          health.position = position
        },
        onProblem(problem) {
          health.problem = problem
          if (problem === undefined) log.info({}, 'the log is carried to NATS again')
          else log.warn({ problem }, 'the log is not carried to NATS')
        },
      })
    } finally {
      health.problem = undefined
      metrics?.leads(false)
      log.info({}, signal.aborted ? 'does not lead any more' : 'stands by')
    }
  }

  function onError(error: unknown): void {
    const reason = reasonOf(error)
    if (reason !== reported) log.warn({ err: error }, 'the relay cannot work, and tries again')
    reported = reason
  }

  log.info({}, 'stands by')
  return {
    ended: runAsLeader({ url, name: RELAY, signal, work, onError }),
    async check() {
      if (health.problem !== undefined) throw new Error(health.problem)
    },
  }
}

/** Readers take a relay for gone after a few intervals without a report. */
const REPORT_EVERY_MS = 2_000

export interface Health {
  position: Position
  problem: string | undefined
}

/**
 * Writes the relay's status to PostgreSQL until the signal aborts, so that other processes need not contact the broker to
 * report health. A failed report is skipped: its absence says enough.
 *
 * @param options.check rejects with a sentence when the broker does not work, which a relay without events would not notice
 */
export async function reportHealth(options: {
  readonly pool: ReturnType<typeof openPool>
  readonly health: Readonly<Health>
  readonly check: () => Promise<void>
  readonly signal: AbortSignal
}): Promise<void> {
  const { pool, health, check, signal } = options
  while (!signal.aborted) {
    const problem = (await check().then(() => undefined, reasonOf)) ?? health.problem
    if (signal.aborted) return
    await reportRelayStatus(pool, {
      name: RELAY,
      position: health.position,
      ...(problem !== undefined && { problem }),
    }).catch(() => undefined)
    await sleep(REPORT_EVERY_MS, signal)
  }
}
