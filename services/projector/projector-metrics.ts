import type { RunnerMetrics } from '@ecmr/projections'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Counts what the projections do, in a Prometheus registry. */
export function projectorMetrics(registry: Registry): RunnerMetrics {
  const registers = [registry]
  const labelNames = ['projection'] as const
  const events = new Counter({
    name: 'ecmr_projection_events_total',
    help: 'Events that were applied to a read model',
    labelNames,
    registers,
  })
  const batches = new Histogram({
    name: 'ecmr_projection_batch_duration_seconds',
    help: 'Time to apply a batch of events and to store the rows',
    labelNames,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
    registers,
  })
  const skipped = new Counter({
    name: 'ecmr_projection_skipped_events_total',
    help: 'Events of unknown types that were passed over',
    labelNames: ['projection', 'type'],
    registers,
  })
  const parked = new Counter({
    name: 'ecmr_projection_parked_streams_total',
    help: 'Streams that were parked because an event could not be applied',
    labelNames,
    registers,
  })
  const diverged = new Gauge({
    name: 'ecmr_projection_diverged',
    help: '1 while a read model stands still because the event log does not hold what it has seen',
    labelNames,
    registers,
  })
  const halved = new Counter({
    name: 'ecmr_projection_halved_batches_total',
    help: 'Batches that took too long to write and were written in halves',
    labelNames,
    registers,
  })
  const failures = new Counter({
    name: 'ecmr_projection_failures_total',
    help: 'Failures after which a projection began again at its checkpoint',
    labelNames,
    registers,
  })
  const lag = new Gauge({
    name: 'ecmr_projection_lag_seconds',
    help: 'Age of the oldest event that a read model does not show yet; 0 when there is none',
    labelNames,
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
    lag: (projection, milliseconds) => lag.set({ projection }, milliseconds / 1_000),
  }
}
