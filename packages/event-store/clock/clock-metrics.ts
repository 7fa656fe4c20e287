import { Counter, Gauge, type Registry } from 'prom-client'

/** Where comparisons of the process's clock with PostgreSQL's are counted. */
export interface ClockMetrics {
  /** seconds that the process's clock is ahead */
  compared(difference: number): void
  failed(): void
  refused(): void
}

/**
 * Measures how far the process's clock is from PostgreSQL's.
 *
 * @example
 * checkedClock({ reference: postgresClock(pool), log, metrics: clockMetrics(registry) })
 */
export function clockMetrics(registry: Registry): ClockMetrics {
  const registers = [registry]
  const difference = new Gauge({
    name: 'ecmr_clock_difference_seconds',
    help: 'How far the clock of this process is ahead of that of PostgreSQL, beyond what the round trip explains',
    registers,
  })
  const failures = new Counter({
    name: 'ecmr_clock_comparison_failures_total',
    help: 'Comparisons of the clocks that failed',
    registers,
  })
  const refusals = new Counter({
    name: 'ecmr_clock_refusals_total',
    help: 'Events that were not stamped, and so not recorded, because the clocks differed',
    registers,
  })
  return {
    compared: (seconds) => difference.set(seconds),
    failed: () => failures.inc(),
    refused: () => refusals.inc(),
  }
}
