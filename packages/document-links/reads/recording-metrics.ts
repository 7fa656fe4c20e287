import { Counter, Gauge, type Registry } from 'prom-client'
import type { RecordingMetrics } from './record-reads.js'

/**
 * Counts what becomes of reads on their way into the event log.
 *
 * @example
 * recordReads({ pool, store, clock, signal, log, metrics: recordingMetrics(registry) })
 */
export function recordingMetrics(registry: Registry): RecordingMetrics {
  const registers = [registry]
  const carried = new Counter({
    name: 'ecmr_document_events_total',
    help: 'Events of documents at their public addresses that this process carried into the event log',
    registers,
  })
  const failures = new Counter({
    name: 'ecmr_document_events_failures_total',
    help: 'How often such events could not be carried into the event log, and stayed where they were',
    registers,
  })
  // Every process reports the same, as all look at the same tables: take the maximum, not the sum.
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name, help: `${help}; every process reports the same`, registers })
  const waiting = gauge(
    'ecmr_document_reads_waiting',
    'Reads and events not in the event log yet, up to 10,000',
  )
  const oldest = gauge('ecmr_document_oldest_waiting_seconds', 'How long the oldest of these has waited')
  return {
    carried: (count) => carried.inc(count),
    failed: () => failures.inc(),
    sampled(backlog) {
      waiting.set(backlog.waiting)
      oldest.set(backlog.oldest_ms / 1_000)
    },
  }
}
