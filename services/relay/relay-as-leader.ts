import { brokerCheckpoints, type NatsBroker } from '@ecmr/broker'
import { type openPool, runAsLeader } from '@ecmr/postgres'
import { reasonOf } from '@ecmr/runtime'
import { RELAY } from './checkpoint-writer.js'
import type { RelayMetrics } from './relay-metrics.js'
import { reportHealth, unknownHealth } from './report-health.js'
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
  const health = unknownHealth()
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
