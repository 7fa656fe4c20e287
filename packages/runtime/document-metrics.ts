import { Counter, Gauge, type Registry } from 'prom-client'

/** What becomes of documents whose notes have changed. */
interface DocumentMetrics {
  issued(count: number): void
  failed(): void
  waiting(notes: number): void
}

/** Counts the versions of documents that follow from changes of their notes. */
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
  return {
    issued: (count) => issued.inc(count),
    failed: () => failures.inc(),
    waiting: (notes) => waiting.set(notes),
  }
}
