import { Counter, Gauge, type Registry } from 'prom-client'

/** How account changes are carried into the event log. */
interface AuditMetrics {
  carried(count: number): void
  failed(): void
  sampled(backlog: {
    readonly waiting: number
    /** milliseconds */
    readonly oldest_ms: number
    readonly set_aside: number
  }): void
}

/**
 * Counts what becomes of account changes on their way into the event log.
 *
 * @example
 * keepAuditTrail({ pool, store, signal, log, metrics: auditMetrics(registry) })
 */
export function auditMetrics(registry: Registry): AuditMetrics {
  const registers = [registry]
  const carried = new Counter({
    name: 'ecmr_audit_changes_total',
    help: 'Account changes that this process carried into the event log, or set aside',
    registers,
  })
  const failures = new Counter({
    name: 'ecmr_audit_failures_total',
    help: 'How often account changes could not be carried into the event log, and stayed where they were',
    registers,
  })
  // Every process reports the same, as all look at the same table: take the maximum, not the sum.
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name, help: `${help}; every process reports the same`, registers })
  const waiting = gauge(
    'ecmr_audit_changes_waiting',
    'Account changes not in the event log yet, up to 10,000',
  )
  const oldest = gauge('ecmr_audit_oldest_waiting_seconds', 'How long the oldest of these has waited')
  const setAside = gauge('ecmr_audit_changes_set_aside', 'Account changes that the event log cannot take')
  return {
    carried: (count) => carried.inc(count),
    failed: () => failures.inc(),
    sampled(backlog) {
      waiting.set(backlog.waiting)
      oldest.set(backlog.oldest_ms / 1_000)
      setAside.set(backlog.set_aside)
    },
  }
}
