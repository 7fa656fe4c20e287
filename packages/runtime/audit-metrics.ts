import type { Registry } from 'prom-client'
import { type OutboxMetrics, outboxMetrics, sharedGauge } from './outbox-metrics.js'

/** How account changes are carried into the event log. */
interface AuditMetrics extends OutboxMetrics {
  sampled(backlog: Parameters<OutboxMetrics['sampled']>[0] & { readonly set_aside: number }): void
}

/**
 * Counts what becomes of account changes on their way into the event log.
 *
 * @example
 * keepAuditTrail({ pool, store, signal, log, metrics: auditMetrics(registry) })
 */
export function auditMetrics(registry: Registry): AuditMetrics {
  const outbox = outboxMetrics(registry, {
    carried: [
      'ecmr_audit_changes_total',
      'Account changes that this process carried into the event log, or set aside',
    ],
    failures: [
      'ecmr_audit_failures_total',
      'How often account changes could not be carried into the event log, and stayed where they were',
    ],
    waiting: ['ecmr_audit_changes_waiting', 'Account changes not in the event log yet, up to 10,000'],
    oldestSeconds: ['ecmr_audit_oldest_waiting_seconds', 'How long the oldest of these has waited'],
  })
  const setAside = sharedGauge(
    registry,
    'ecmr_audit_changes_set_aside',
    'Account changes that the event log cannot take',
  )
  return {
    ...outbox,
    sampled(backlog) {
      outbox.sampled(backlog)
      setAside.set(backlog.set_aside)
    },
  }
}
