import type { Pool } from 'pg'
import { pruneDeliveries } from './prune-deliveries.js'
import { pruneLostMessages } from './prune-messages.js'
import { pruneCommands, pruneEndpoints, pruneReplays, wipeFormerSecrets } from './prune-rest.js'
import { runAlone } from './pruning-run.js'

/** How long deliveries, and all that belongs to them, are kept after their end. */
export const RETENTION_DAYS = 30

const DAY_MS = 24 * 60 * 60 * 1_000

/** How many rows a run has deleted, and how long it has kept others waiting at most. */
export interface Pruned {
  readonly deliveries: number
  readonly attempts: number
  readonly messages: number
  readonly commands: number
  readonly replays: number
  readonly endpoints: number
  /** endpoints of which former secrets were wiped */
  readonly secrets: number
  /** the longest of its transactions, milliseconds */
  readonly longest_batch_ms: number
}

/**
 * Deletes what came to its end more than 30 days ago: deliveries with their attempts, messages that no delivery refers
 * to, commands, replays, and endpoints that were deleted. What is pending stays, however old. Former signing secrets are
 * wiped as soon as they sign no more.
 *
 * A delivery that is made again afterwards, by a replay, has the same id as before (see `deliveryId`).
 *
 * @param options.signal ends it between two transactions
 * @returns undefined when another process is at it
 * @throws when the signal aborts, or the database cannot be reached; what was deleted until then stays so
 */
export function prune(options: {
  readonly pool: Pool
  readonly signal: AbortSignal
  readonly now?: Date
}): Promise<Pruned | undefined> {
  const { pool, signal, now = new Date() } = options
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
  return runAlone({ pool, before, signal }, async (run) => {
    const sent = { deliveries: 0, attempts: 0, messages: 0 }
    await pruneDeliveries(run, sent)
    await pruneLostMessages(run, sent)
    const commands = await pruneCommands(run)
    const replays = await pruneReplays(run)
    const endpoints = await pruneEndpoints(run)
    const secrets = await wipeFormerSecrets(run, now)
    return { ...sent, commands, replays, endpoints, secrets, longest_batch_ms: Math.round(run.longestMs()) }
  })
}
