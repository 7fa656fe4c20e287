import { Counter, type Registry } from 'prom-client'

/**
 * Counts what comes of appends to the event log, and of probes of whether it takes them.
 *
 * @example
 * watchedWrites(log, { observe: writeMetrics(registry) })
 */
export function writeMetrics(
  registry: Registry,
): (what: 'append' | 'probe', outcome: 'taken' | 'unavailable' | 'unknown') => void {
  const registers = [registry]
  const appends = new Counter({
    name: 'ecmr_appends_total',
    help: 'Appends to the event log by this process: taken, which refusals of a wrong version are too, or why not',
    labelNames: ['outcome'],
    registers,
  })
  const probes = new Counter({
    name: 'ecmr_write_probes_total',
    help: 'Probes of whether the event log takes appends, made while nothing is appended',
    labelNames: ['outcome'],
    registers,
  })
  return (what, outcome) => (what === 'append' ? appends : probes).inc({ outcome })
}
