import { Counter, Histogram, type Registry } from 'prom-client'

/**
 * Counts and measures readings of documents; what it returns takes how each ended, and after how many seconds.
 *
 * @example
 * openDocumentReader({ ...config.ocr, log, observe: readingMetrics(registry) })
 */
export function readingMetrics(registry: Registry): (outcome: string, seconds: number) => void {
  const registers = [registry]
  const readings = new Counter({
    name: 'ecmr_document_readings_total',
    help: 'Documents that were to be read, by what came of it',
    labelNames: ['outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'ecmr_document_reading_duration_seconds',
    help: 'Time from being asked to read a document to the outcome, waiting included',
    labelNames: ['outcome'],
    buckets: [0.1, 0.5, 1, 2, 3, 4, 6, 8, 12, 20, 40, 60],
    registers,
  })
  return (outcome, seconds) => {
    readings.inc({ outcome })
    durations.observe({ outcome }, seconds)
  }
}
