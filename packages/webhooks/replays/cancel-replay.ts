import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import type { Tx } from '../db.js'
import { type Commanded, commandEndpoint, type EndpointCommand } from '../endpoints/command-endpoint.js'
import { type Replay, readReplay } from './replay.js'

/** Why a replay ended before its end. */
export type ReplayEnding =
  /** its owner wanted it */
  | 'owner'
  /** the operator of the service wanted it */
  | 'operator'
  | 'webhook_disabled'
  | 'webhook_deleted'
  /** the log is in another store now, and the positions that the replay goes by are no more */
  | 'log_moved'

const CANCEL_DELIVERIES = `
  with waiting as materialized (
    select id from webhooks.deliveries where replay_id = $1 and status = 'pending' order by id for update
  )
  update webhooks.deliveries set status = 'cancelled', leased_until = null, finished_at = $2
  where id = any(array(select id from waiting))`

/** Runs a statement in the transaction at hand; resolves with how many rows it changed. */
export type Run = (text: string, values: unknown[]) => Promise<number>

/** Ends a replay that the transaction holds. Cancelling it cancels what it has made due and is still waiting. */
export async function endReplay(
  run: Run,
  { id, now, cancelled }: { readonly id: string; readonly now: Date; readonly cancelled?: ReplayEnding },
): Promise<'ended'> {
  await run('update webhooks.replays set status = $2, status_reason = $3, finished_at = $4 where id = $1', [
    id,
    cancelled === undefined ? 'done' : 'cancelled',
    cancelled ?? null,
    now,
  ])
  if (cancelled !== undefined) await cancelQueued(run, { id, now })
  return 'ended'
}

/** Cancels what a replay has made due and is still waiting. Returns how many deliveries that were. */
function cancelQueued(run: Run, { id, now }: { readonly id: string; readonly now: Date }): Promise<number> {
  return run(CANCEL_DELIVERIES, [id, now])
}

interface ReplayCancellation extends EndpointCommand {
  /** any text */
  readonly replayId: string
}

/**
 * Stops a replay and cancels what it has made due and is still waiting; what waited already without it goes on. One
 * that is done stays so when nothing of it waits any more.
 */
export function cancelReplay(
  context: { readonly pool: Pool; readonly clock?: () => Date },
  command: ReplayCancellation,
): Promise<Commanded<Replay>> {
  const { replayId, actor } = command
  return commandEndpoint<Replay>(context, command, {
    async carryOut(tx, endpoint, now) {
      const status = await lockReplay(tx, endpoint.id, replayId)
      if (status === undefined) return 'not_found'
      if (status === 'cancelled') return undefined
      const run = runIn(tx)
      if (status === 'done' && (await cancelQueued(run, { id: replayId, now })) === 0) return undefined
      const cancelled = actor.kind === 'operator' ? 'operator' : 'owner'
      await endReplay(run, { id: replayId, cancelled, now })
      return undefined
    },
    view: (tx) => readReplay(tx, replayId),
  })
}

async function lockReplay(tx: Tx, endpointId: string, id: string) {
  if (!isUuid(id)) return undefined
  const row = await tx
    .selectFrom('webhooks.replays')
    .select('status')
    .where('id', '=', id)
    .where('endpoint_id', '=', endpointId)
    .forUpdate()
    .executeTakeFirst()
  return row?.status
}

function runIn(tx: Tx): Run {
  return async (text, values) => {
    const { numAffectedRows = 0n } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return Number(numAffectedRows)
  }
}
