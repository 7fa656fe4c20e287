import { outageReporter, reasonOf } from '@ecmr/runtime'
import { Counter, Gauge, type Registry } from 'prom-client'

/** What keeps changes from reaching open pages. */
export interface LiveObserver {
  /** gets what came of each round: an error, or undefined */
  observe(error: unknown): void
  /** since the last round; undefined: nothing */
  problem(): string | undefined
}

/**
 * Counts it, logs it, and knows it for health.
 *
 * @param size how many streams are open
 */
export function liveObserver(
  log: Parameters<typeof outageReporter>[0],
  metrics: Registry | undefined,
  size: () => number,
): LiveObserver {
  let problem: string | undefined
  const report = outageReporter(log, {
    begins: 'changes do not reach open pages for now',
    ends: 'changes reach open pages again',
  })
  const failures = metrics && countedIn(metrics, size)
  return {
    observe(error) {
      problem = error === undefined ? undefined : reasonOf(error)
      if (error !== undefined) failures?.inc()
      report(error)
    },
    problem: () => problem,
  }
}

function countedIn(metrics: Registry, size: () => number): Counter {
  const registers = [metrics]
  new Gauge({
    name: 'ecmr_panel_live_streams',
    help: 'Open streams of live updates',
    registers,
    collect() {
      this.set(size())
    },
  })
  return new Counter({
    name: 'ecmr_panel_live_failures_total',
    help: 'Rounds in which changes could not reach open pages',
    registers,
  })
}
