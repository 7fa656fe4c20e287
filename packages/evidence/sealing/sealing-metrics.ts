import { Counter, Gauge, type Registry } from 'prom-client'

/** What sealing counts. */
export interface SealingMetrics {
  /** whether this process is the one that seals */
  leads(isLeader: boolean): void
  /** @param size leaves of the tree */
  sealed(size: number): void
  /** Everything in the log is sealed. */
  caughtUp(size: number): void
  /** whether it stands still, because the log does not hold what was sealed */
  diverged(isDiverged: boolean): void
  /** @param size of the newest checkpoint */
  signed(size: number, clockBehindMs: number): void
  /** @param subject what does not work, such as `witness w.example` */
  failing(subject: string, isFailing: boolean): void
  /** @param size of the newest checkpoint that a witness has cosigned */
  cosigned(witness: string, size: number): void
  /** a request to a witness that failed */
  witnessFailed(witness: string): void
}

/** Counts what sealing does, in a Prometheus registry. */
export function sealingMetrics(registry: Registry): SealingMetrics {
  const registers = [registry]
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `ecmr_evidence_${name}`, help, labelNames: [...labelNames], registers })
  const leader = gauge('leader', '1 in the process that seals the event log, 0 where one stands by')
  const leaves = gauge('sealed_events', 'Events of the log that are in the tree')
  const caughtUp = gauge(
    'caught_up_timestamp_seconds',
    'When every event of the log was last seen to be in the tree',
  )
  const diverged = gauge(
    'diverged',
    '1 while sealing stands still because the event log does not hold what was sealed',
  )
  const size = gauge('checkpoint_events', 'Events that the newest checkpoint covers')
  const behind = gauge(
    'clock_behind_seconds',
    'How far the clock was behind the time in the newest checkpoint',
  )
  const failing = gauge('failing', '1 while something does not work, by what it is', ['subject'])
  const cosigned = gauge(
    'cosigned_events',
    'Events that the newest checkpoint covers that a witness has cosigned',
    ['witness'],
  )
  const failures = new Counter({
    name: 'ecmr_evidence_witness_failures_total',
    help: 'Requests to witnesses that failed; each is repeated',
    labelNames: ['witness'],
    registers,
  })
  return {
    leads: (isLeader) => leader.set(isLeader ? 1 : 0),
    sealed: (count) => leaves.set(count),
    caughtUp(count) {
      leaves.set(count)
      caughtUp.set(Date.now() / 1_000)
    },
    diverged: (isDiverged) => diverged.set(isDiverged ? 1 : 0),
    signed(events, clockBehindMs) {
      size.set(events)
      behind.set(clockBehindMs / 1_000)
    },
    failing: (subject, isFailing) => failing.set({ subject }, isFailing ? 1 : 0),
    cosigned: (witness, events) => cosigned.set({ witness }, events),
    witnessFailed: (witness) => failures.inc({ witness }),
  }
}
