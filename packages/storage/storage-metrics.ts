import { Counter, Histogram, type Registry } from 'prom-client'
import type { ObserveStorage } from './port.js'

/**
 * Counts and measures what is asked of the storage of documents.
 *
 * @example
 * openObjectStorage(config.storage, { log, observe: storageMetrics(registry) })
 */
export function storageMetrics(registry: Registry): ObserveStorage {
  const registers = [registry]
  const labelNames = ['operation', 'outcome']
  const operations = new Counter({
    name: 'ecmr_storage_operations_total',
    help: 'What was asked of the storage of documents, by what came of it; retried: one try of several failed',
    labelNames,
    registers,
  })
  const durations = new Histogram({
    name: 'ecmr_storage_operation_duration_seconds',
    help: 'Time until the storage of documents had answered, retries included',
    labelNames,
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  })
  return (operation, outcome, seconds) => {
    operations.inc({ operation, outcome })
    if (outcome !== 'retried') durations.observe({ operation, outcome }, seconds)
  }
}
