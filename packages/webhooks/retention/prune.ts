import { type Pauses, runHourly } from '@ecmr/runtime'
import type { Pool, PoolClient } from 'pg'
import { pruneDeliveries, pruneLostMessages } from './prune-deliveries.js'
import { type PruningRun, runAlone } from './pruning-run.js'

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
    if (pruned && hasDeleted(pruned)) log?.info({ deleted: pruned }, 'old webhook deliveries were deleted')
  }
  const onFault = (error: unknown) =>
    log?.error({ err: error }, 'old webhook deliveries cannot be deleted; tried again')
  return runHourly(work, { ...options, onFault })
}

function hasDeleted({ longest_batch_ms, ...deleted }: Pruned): boolean {
  return Object.values(deleted).some((count) => count > 0)
}

/** How long deliveries, and all that belongs to them, are kept after their end. */
export const RETENTION_DAYS = 30

const DAY_MS = 24 * 60 * 60 * 1_000

/** How many rows a run has deleted, and how long it has kept others waiting at most. */
export interface Pruned {
  readonly deliveries: number
  readonly attempts: number
  readonly messages: number
  readonly replays: number
  readonly endpoints: number
  /** endpoints of which former secrets were wiped */
  readonly secrets: number
  /** the longest of its transactions, milliseconds */
  readonly longest_batch_ms: number
}

/**
 * Deletes what came to its end more than 30 days ago: deliveries with their attempts, messages that no delivery refers
 * to, replays, and endpoints that were deleted. What is pending stays, however old. Former signing secrets are
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
    const replays = await pruneReplays(run)
    const endpoints = await pruneEndpoints(run)
    const secrets = await wipeFormerSecrets(run, now)
    return { ...sent, replays, endpoints, secrets, longest_batch_ms: Math.round(run.longestMs()) }
  })
}

const BATCH = 1_000

/** Deletes replays that came to their end long ago. Returns how many. */
function pruneReplays(run: PruningRun): Promise<number> {
  return inBatches(run, (client) =>
    deleted(
      client,
      `delete from webhooks.replays where id = any(array(
         select id from webhooks.replays where status <> 'running' and finished_at < $1 limit $2
         for update skip locked))`,
      [run.before, BATCH],
    ),
  )
}

const IS_OVER = `(former ->> 'until')::timestamptz <= $1`

/** Wipes former signing secrets whose overlap is over. Returns of how many endpoints. */
function wipeFormerSecrets(run: PruningRun, now: Date): Promise<number> {
  return inBatches(run, (client) =>
    deleted(
      client,
      `update webhooks.endpoints set former_secrets = coalesce((
         select jsonb_agg(former) from jsonb_array_elements(former_secrets) former where not ${IS_OVER}), '[]')
       where id = any(array(
         select id from webhooks.endpoints
         where exists (select from jsonb_array_elements(former_secrets) former where ${IS_OVER})
         limit $2 for update skip locked))`,
      [now, BATCH],
    ),
  )
}

const UNREFERENCED = `not exists (select from webhooks.deliveries d where d.endpoint_id = e.id)
  and not exists (select from webhooks.replays r where r.endpoint_id = e.id)`

/** Deletes the rows of endpoints that were deleted long ago, once nothing refers to them. Returns how many. */
function pruneEndpoints(run: PruningRun): Promise<number> {
  return inBatches(run, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from webhooks.endpoints e
       where status = 'deleted' and updated_at < $1 and ${UNREFERENCED} limit $2 for update skip locked`,
      [run.before, BATCH],
    )
    const ids = rows.map(({ id }) => id)
    await client.query('delete from webhooks.endpoint_health where endpoint_id = any($1::uuid[])', [ids])
    // Checked again now that they are locked: nothing can refer to them any more.
    return deleted(
      client,
      `delete from webhooks.endpoints e where id = any($1::uuid[]) and ${UNREFERENCED}`,
      [ids],
    )
  })
}

async function inBatches(run: PruningRun, prune: (client: PoolClient) => Promise<number>): Promise<number> {
  let all = 0
  for (;;) {
    const some = await run.batch(prune)
    all += some
    if (some < BATCH) return all
  }
}

async function deleted(client: PoolClient, text: string, values: unknown[]): Promise<number> {
  return (await client.query(text, values)).rowCount ?? 0
}
