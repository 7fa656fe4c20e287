import type { RunnerMetrics } from '@ecmr/projections'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Counts what the projections do, in a Prometheus registry. */
export function projectorMetrics(registry: Registry): RunnerMetrics {
  const registers = [registry]
  const labelled = { labelNames: ['projection'] as const, registers }
  const counter = (name: string, help: string) => new Counter({ ...labelled, name, help })
  const gauge = (name: string, help: string) => new Gauge({ ...labelled, name, help })
  const events = counter('ecmr_projection_events_total', 'Events that were applied to a read model')
  const batches = new Histogram({
    ...labelled,
    name: 'ecmr_projection_batch_duration_seconds',
    help: 'Time to apply a batch of events and to store the rows',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  })
  const skipped = new Counter({
    name: 'ecmr_projection_skipped_events_total',
    help: 'Events of unknown types that were passed over',
    labelNames: ['projection', 'type'],
    registers,
  })
  const parked = counter(
    'ecmr_projection_parked_streams_total',
    'Streams that were parked because an event could not be applied',
  )
  const diverged = gauge(
    'ecmr_projection_diverged',
    '1 while a read model stands still because the event log does not hold what it has seen',
  )
  const halved = counter(
    'ecmr_projection_halved_batches_total',
    'Batches that took too long to write and were written in halves',
  )
  const failures = counter(
    'ecmr_projection_failures_total',
    'Failures after which a projection began again at its checkpoint',
  )
  const lag = gauge(
    'ecmr_projection_lag_seconds',
    'Age of the oldest event that a read model does not show yet; 0 when there is none',
  )
  const parkedNow = gauge('ecmr_projection_parked_streams', 'Streams that are parked in a read model now')
  const rebuilding = gauge(
    'ecmr_projection_rebuilding',
    '1 while a read model is rebuilt beside the one that is served',
  )
  const passed = gauge(
    'ecmr_projection_passed_events',
    'Events of the log that a read model has passed; absent with EventStoreDB',
  )
  const recorded = new Gauge({
    name: 'ecmr_event_log_events',
    help: 'Events in the event log; absent with EventStoreDB',
    registers,
  })
  return {
    batch(projection, count, milliseconds) {
      events.inc({ projection }, count)
      batches.observe({ projection }, milliseconds / 1_000)
    },
    skipped: (projection, type) => skipped.inc({ projection, type }),
    parked: (projection) => parked.inc({ projection }),
    diverged: (projection, isDiverged) => diverged.set({ projection }, isDiverged ? 1 : 0),
    halved: (projection) => halved.inc({ projection }),
    failed: (projection) => failures.inc({ projection }),
    stands(projection, { lagMs, parked: streams, isRebuilt, events }) {
      lag.set({ projection }, lagMs / 1_000)
      parkedNow.set({ projection }, streams)
      rebuilding.set({ projection }, isRebuilt ? 1 : 0)
      if (events) {
        passed.set({ projection }, events.passed)
        recorded.set(events.recorded)
      }
    },
  }
}
