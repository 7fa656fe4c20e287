import type { WorkerMetrics } from '@ecmr/webhooks'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What a notifier counts. */
export interface NotifierMetrics extends WorkerMetrics {
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
    ...attemptMetrics(registry),
    sampled: queueMetrics(registry),
  }
}

function attemptMetrics(registry: Registry): Pick<WorkerMetrics, 'attempted' | 'underWay'> {
  const registers = [registry]
  const attempts = new Counter({
    name: 'ecmr_webhook_attempts_total',
    help: 'Attempts at webhook deliveries by outcome, and by fault if they failed; exhausted: failed, and the last one',
    labelNames: ['outcome', 'fault'],
    registers,
  })
  const duration = new Histogram({
    name: 'ecmr_webhook_attempt_seconds',
    help: 'How long attempts took, from the look-up of the address to the end of the answer',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  })
  const underWay = new Gauge({
    name: 'ecmr_webhook_attempts_under_way',
    help: 'Attempts that this process is making',
    registers,
  })
  return {
    attempted(outcome, fault, durationMs) {
      attempts.inc({ outcome, fault: fault ?? 'none' })
      duration.observe({ outcome }, durationMs / 1_000)
    },
    underWay: (count) => underWay.set(count),
  }
}

// Every process tells the same, as they all look at the same tables: take the maximum, not the sum.
function queueMetrics(registry: Registry): WorkerMetrics['sampled'] {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name, help: `${help}; every process tells the same`, registers: [registry] })
  const due = gauge(
    'ecmr_webhook_deliveries_due',
    'Deliveries that could be sent now, those of paused webhooks left out; counted up to 10,000',
  )
  const oldest = gauge('ecmr_webhook_oldest_due_seconds', 'How long the oldest of these has been due')
  const unplanned = gauge(
    'ecmr_webhook_events_unplanned',
    'Events whose webhook deliveries are still to be written; counted up to 10,000',
  )
  const oldestUnplanned = gauge(
    'ecmr_webhook_oldest_unplanned_seconds',
    'How long the oldest of these has waited for that',
  )
  const paused = gauge('ecmr_webhook_endpoints_paused', 'Webhooks whose circuit is open')
  const disabled = new Gauge({
    name: 'ecmr_webhook_endpoints_disabled',
    help: 'Disabled webhooks, by reason; every process tells the same',
    labelNames: ['reason'],
    registers: [registry],
  })
  return (sample) => {
    due.set(sample.due)
    oldest.set(sample.oldestDueMs / 1_000)
    unplanned.set(sample.unplanned)
    oldestUnplanned.set(sample.oldestUnplannedMs / 1_000)
    paused.set(sample.paused)
    for (const [reason, count] of Object.entries(sample.disabled)) disabled.set({ reason }, count)
  }
}
