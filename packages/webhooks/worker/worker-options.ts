import type { DisablingReason } from '@ecmr/contract'
import type { Listener } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { RecordAudit } from '../endpoints/audit.js'
import type { SecretBox } from '../endpoints/secrets.js'
import type { SenderOptions } from '../sending/sender.js'
import type { DocumentUrls } from './document-urls.js'
import type { AheadLimits } from './pace.js'
import type { AttemptVerdict, FaultKind } from './verdict.js'

export interface WorkerLimits extends AheadLimits {
  /** attempts under way at a time, to all endpoints of one company, */
  readonly atOncePerCompany: number
  /** and to one endpoint, by all workers together */
  readonly atOncePerEndpoint: number
  /** how long a claimed delivery is left alone by other workers; longer than an attempt may take */
  readonly leaseMs: number
  /** looks for work this often even without notifications */
  readonly pollMs: number
  /** attempts under way get this long when stopping, then they are broken off and sent again after the next start */
  readonly stopMs: number
  /** gives a sign of life to the other workers this often */
  readonly signMs: number
  /** looks at the queue this often, for the metrics */
  readonly sampleMs: number
}

// A company may hold a quarter of the slots, so that receivers of one that hang leave enough to the others.
export const standardLimits: WorkerLimits = {
  atOnce: 512,
  atOncePerCompany: 128,
  atOncePerEndpoint: 16,
  ahead: 512,
  aheadOfEndpoint: 256,
  leaseMs: 60_000,
  pollMs: 1_000,
  stopMs: 5_000,
  signMs: 5_000,
  sampleMs: 10_000,
}

/** What an attempt came to; `exhausted`: it failed, and was the last one of its delivery. */
export type AttemptOutcome = AttemptVerdict | 'exhausted'

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

/** Where the worker tells what the operator should know. */
export interface WorkerLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface DeliveryWorkerOptions extends SenderOptions {
  readonly pool: Pool
  readonly listener: Listener
  readonly secrets: SecretBox
  /** pause before each attempt, milliseconds; a delivery that fails as often is exhausted */
  readonly schedule: readonly number[]
  readonly recordAudit: RecordAudit
  /** for endpoints that want them; without it nobody gets any */
  readonly documentUrls?: DocumentUrls
  readonly signal: AbortSignal
  readonly log?: WorkerLog
  readonly metrics?: WorkerMetrics
  readonly limits?: Partial<WorkerLimits>
  readonly clock?: () => Date
  readonly random?: () => number
}

/** For failures of work that is retried by itself: logs them with one of our messages. */
export function telling(log: WorkerLog | undefined): (message: string) => (error: unknown) => void {
  return (message) => (error) => log?.error({ err: error }, message)
}
