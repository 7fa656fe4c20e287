import type { Listener } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { RecordAudit } from '../endpoints/audit.js'
import type { SecretBox } from '../endpoints/secret-box.js'
import type { SenderOptions } from '../sending/sender.js'
import type { WorkerLimits } from './worker-limits.js'
import type { WorkerMetrics } from './worker-metrics.js'

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
  readonly signal: AbortSignal
  readonly log?: WorkerLog
  readonly metrics?: WorkerMetrics
  readonly limits?: Partial<WorkerLimits>
  readonly clock?: () => Date
  readonly random?: () => number
}

/** For failures of work that is done again by itself: tells them with a message of ours. */
export function telling(log: WorkerLog | undefined): (message: string) => (error: unknown) => void {
  return (message) => (error) => log?.error({ err: error }, message)
}
