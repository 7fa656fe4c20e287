import { sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { type Pruned, prune } from './prune.js'

export interface RetentionLog {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

const SECOND = 1_000
const SOON_MS = 30 * SECOND
const EVERY_MS = 60 * 60 * SECOND
const AFTER_FAULT_MS = 5 * 60 * SECOND

/**
 * Deletes old deliveries soon after the start and then every hour, until the signal aborts (see `prune`). Never
 * rejects: what goes wrong is logged and tried again. Any number of processes may do this; one at a time deletes.
 */
export async function keepRetention(options: {
  readonly pool: Pool
  readonly signal: AbortSignal
  readonly log?: RetentionLog
  readonly clock?: () => Date
  /** milliseconds: before the first run, and between two */
  readonly pauses?: { readonly soonMs: number; readonly everyMs: number; readonly afterFaultMs: number }
}): Promise<void> {
  const { pool, signal, log, clock = () => new Date() } = options
  const { soonMs, everyMs, afterFaultMs } = options.pauses ?? {
    soonMs: SOON_MS,
    everyMs: EVERY_MS,
    afterFaultMs: AFTER_FAULT_MS,
  }
  let pauseMs = soonMs
  while (await sleep(pauseMs, signal)) {
    try {
      const pruned = await prune({ pool, signal, now: clock() })
      if (pruned && hasDeleted(pruned)) log?.info(pruned, 'old webhook deliveries were deleted')
      pauseMs = everyMs
    } catch (error) {
      if (!signal.aborted) log?.error({ err: error }, 'old webhook deliveries cannot be deleted; tried again')
      pauseMs = afterFaultMs
    }
  }
}

function hasDeleted({ longest_batch_ms, ...deleted }: Pruned): boolean {
  return Object.values(deleted).some((count) => count > 0)
}
