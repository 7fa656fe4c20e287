import { Counter, type Registry } from 'prom-client'

/** Counts erasures of personal data that this process carried out, and its failures. */
export function erasureMetrics(registry: Registry): { carriedOut(): void; failed(): void } {
  const registers = [registry]
  const done = new Counter({
    name: 'ecmr_erasures_total',
    help: 'Erasures of personal data that this process carried out, copies and documents included',
    registers,
  })
  const failures = new Counter({
    name: 'ecmr_erasure_failures_total',
    help: 'How often this process could not carry out an erasure, and put it off',
    registers,
  })
  return { carriedOut: () => done.inc(), failed: () => failures.inc() }
}
