import { Counter, Gauge, type Registry } from 'prom-client'

/** How an outbox is carried into the event log. */
export interface OutboxMetrics {
  /** so many entries left it */
  carried(count: number): void
  /** something could not be carried, and stays */
  failed(): void
  /** all processes see the same */
  sampled(backlog: {
    readonly waiting: number
    /** milliseconds */
    readonly oldest_ms: number
  }): void
}

/** Counts what becomes of an outbox. Each metric is told its name and what it is. */
export function outboxMetrics(
  registry: Registry,
  names: {
    readonly carried: readonly [name: string, help: string]
    readonly failures: readonly [name: string, help: string]
    readonly waiting: readonly [name: string, help: string]
    readonly oldestSeconds: readonly [name: string, help: string]
  },
): OutboxMetrics {
  const registers = [registry]
  const counter = ([name, help]: readonly [string, string]): Counter => new Counter({ name, help, registers })
  const carried = counter(names.carried)
  const failures = counter(names.failures)
  const waiting = sharedGauge(registry, ...names.waiting)
  const oldest = sharedGauge(registry, ...names.oldestSeconds)
  return {
    carried: (count) => carried.inc(count),
    failed: () => failures.inc(),
    sampled(backlog) {
      waiting.set(backlog.waiting)
      oldest.set(backlog.oldest_ms / 1_000)
    },
  }
}

/** Every process reports the same, as all look at the same table: take the maximum, not the sum. */
export function sharedGauge(registry: Registry, name: string, help: string): Gauge {
  return new Gauge({ name, help: `${help}; every process reports the same`, registers: [registry] })
}
