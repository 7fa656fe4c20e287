import { Counter, Gauge, type Registry } from 'prom-client'

/** What a relay counts. */
export interface RelayMetrics {
  /** whether this process is the one that works */
  leads(isLeader: boolean): void
  /** @param recordedAt when the event was recorded */
  published(recordedAt: string): void
  /** @param recordedAt when the oldest event was recorded that is read and not stored by the broker; undefined: none */
  waiting(recordedAt: string | undefined): void
  /** whether it stands still, because the log does not hold what it has published */
  diverged(isDiverged: boolean): void
}

/** Counts what the relay does, in a Prometheus registry. */
export function relayMetrics(registry: Registry): RelayMetrics {
  const registers = [registry]
  let oldest: string | undefined
  const leader = new Gauge({
    name: 'ecmr_relay_leader',
    help: '1 in the process that carries the log to the broker, 0 where one stands by',
    registers,
  })
  const published = new Counter({
    name: 'ecmr_relay_published_events_total',
    help: 'Events that the broker has stored; some are published again after a restart',
    registers,
  })
  const newest = new Gauge({
    name: 'ecmr_relay_last_event_timestamp_seconds',
    help: 'When the event was recorded that the broker stored last',
    registers,
  })
  new Gauge({
    name: 'ecmr_relay_lag_seconds',
    help: 'Age of the oldest event that is read from the log and not stored by the broker',
    registers,
    collect() {
      this.set(oldest === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(oldest)) / 1_000))
    },
  })
  const diverged = new Gauge({
    name: 'ecmr_relay_diverged',
    help: '1 while the relay stands still because the event log does not hold what it has published',
    registers,
  })
  return {
    diverged: (isDiverged) => diverged.set(isDiverged ? 1 : 0),
    leads: (isLeader) => leader.set(isLeader ? 1 : 0),
    published(recordedAt) {
      published.inc()
      newest.set(Date.parse(recordedAt) / 1_000)
    },
    waiting(recordedAt) {
      oldest = recordedAt
    },
  }
}
