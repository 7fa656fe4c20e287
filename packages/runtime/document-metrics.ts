import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What becomes of documents: as they are rendered, and when their notes change. */
interface DocumentMetrics {
  issued(count: number): void
  failed(): void
  waiting(notes: number): void
  /** how a rendering ended, and after how many seconds */
  rendered(outcome: string, seconds: number): void
}

/** Counts and measures renderings, and the versions of documents that follow from changes of their notes. */
export function documentMetrics(registry: Registry): DocumentMetrics {
  const registers = [registry]
  const issued = new Counter({
    name: 'ecmr_documents_renewed_total',
    help: 'Versions of documents that this process issued because their notes had changed',
    registers,
  })
  const failures = new Counter({
    name: 'ecmr_documents_renewal_failures_total',
    help: 'How often this process could not issue such a version, and put it off',
    registers,
  })
  const waiting = new Gauge({
    name: 'ecmr_documents_failing_notes',
    help: 'Notes whose documents this process could not bring up to date and will try again',
    registers,
  })
  const renderings = new Histogram({
    name: 'ecmr_document_rendering_duration_seconds',
    help: 'Time from being asked to render a document to the outcome, waiting included',
    labelNames: ['outcome'],
    buckets: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60],
    registers,
  })
  return {
    rendered: (outcome, seconds) => renderings.observe({ outcome }, seconds),
    issued: (count) => issued.inc(count),
    failed: () => failures.inc(),
    waiting: (notes) => waiting.set(notes),
  }
}
