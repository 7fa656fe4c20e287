import { Gauge, Histogram, type Registry } from 'prom-client'

/** What a notifier counts. */
export interface NotifierMetrics {
  /** whether this process is the one that plans deliveries */
  leads(isLeader: boolean): void
  /** @param recordedAt when the event was recorded whose deliveries are written, or that needs none */
  planned(recordedAt: string): void
}

/** Counts what the notifier does, in a Prometheus registry. */
export function notifierMetrics(registry: Registry): NotifierMetrics {
  const registers = [registry]
  const leader = new Gauge({
    name: 'ecmr_notifier_leader',
    help: '1 in the process that plans webhook deliveries, 0 in those that only send',
    registers,
  })
  const age = new Histogram({
    name: 'ecmr_notifier_event_age_seconds',
    help: 'From the recording of an event until its webhook deliveries were written',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
    registers,
  })
  return {
    leads: (isLeader) => leader.set(isLeader ? 1 : 0),
    planned: (recordedAt) => age.observe(Math.max(0, (Date.now() - Date.parse(recordedAt)) / 1_000)),
  }
}
