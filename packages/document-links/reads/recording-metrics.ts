import { type OutboxMetrics, outboxMetrics } from '@ecmr/runtime'

/**
 * Counts what becomes of reads on their way into the event log.
 *
 * @example
 * recordReads({ pool, store, clock, signal, log, metrics: recordingMetrics(registry) })
 */
export function recordingMetrics(registry: Parameters<typeof outboxMetrics>[0]): OutboxMetrics {
  return outboxMetrics(registry, {
    carried: [
      'ecmr_document_events_total',
      'Events of documents at their public addresses that this process carried into the event log',
    ],
    failures: [
      'ecmr_document_events_failures_total',
      'How often such events could not be carried into the event log, and stayed where they were',
    ],
    waiting: ['ecmr_document_reads_waiting', 'Reads and events not in the event log yet, up to 10,000'],
    oldestSeconds: ['ecmr_document_oldest_waiting_seconds', 'How long the oldest of these has waited'],
  })
}
