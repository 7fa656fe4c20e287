import type { DisablingReason } from '@ecmr/contract'
import type { FaultKind, Verdict } from './verdict.js'

/** What an attempt came to; `exhausted`: it failed, and was the last one of its delivery. */
export type AttemptOutcome = Verdict | 'exhausted'

/** Where a worker counts. */
export interface WorkerMetrics {
  /** @param fault what kind of failure it was, if it failed */
  attempted(outcome: AttemptOutcome, fault: FaultKind | null, durationMs: number): void
  /** how many attempts this worker has under way */
  underWay(count: number): void
  /** how all webhooks together are doing */
  sampled(sample: QueueSample): void
}

/** All workers see the same. */
export interface QueueSample {
  /** deliveries that are due and not under way, at endpoints that are not paused; counted up to 10,000 */
  readonly due: number
  /** how long the oldest of them has been due, milliseconds; 0 when there is none */
  readonly oldestDueMs: number
  /** events whose deliveries are still to be written; counted up to 10,000 */
  readonly unplanned: number
  /** how long the oldest of them has waited for that, milliseconds; 0 when there is none */
  readonly oldestUnplannedMs: number
  /** endpoints whose circuit is open or half open */
  readonly paused: number
  readonly disabled: Readonly<Record<DisablingReason, number>>
}
