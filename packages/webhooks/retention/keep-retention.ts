import { type Pauses, runHourly } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { type Pruned, prune } from './prune.js'

export interface RetentionLog {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

/** Deletes old deliveries every hour (see `prune`, `runHourly`). Any number of processes may do this; one at a time deletes. */
export function keepRetention(options: {
  readonly pool: Pool
  readonly signal: AbortSignal
  readonly log?: RetentionLog
  readonly clock?: () => Date
  readonly pauses?: Pauses
}): Promise<void> {
  const { pool, signal, log, clock = () => new Date() } = options
  const work = async (): Promise<void> => {
    const pruned = await prune({ pool, signal, now: clock() })
    if (pruned && hasDeleted(pruned)) log?.info(pruned, 'old webhook deliveries were deleted')
  }
  const onFault = (error: unknown) =>
    log?.error({ err: error }, 'old webhook deliveries cannot be deleted; tried again')
  return runHourly(work, { ...options, onFault })
}

function hasDeleted({ longest_batch_ms, ...deleted }: Pruned): boolean {
  return Object.values(deleted).some((count) => count > 0)
}
