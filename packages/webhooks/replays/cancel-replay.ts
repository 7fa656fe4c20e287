import { CompiledQuery, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { type Commanded, commandEndpoint, type EndpointCommand } from '../endpoints/command-endpoint.js'
import type { WebhookTables } from '../tables.js'
import { cancelQueued, endReplay, type Run } from './end-replay.js'
import { type Replay, readReplay } from './replay.js'

export interface ReplayCancellation extends EndpointCommand {
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

async function lockReplay(tx: Transaction<WebhookTables>, endpointId: string, id: string) {
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

function runIn(tx: Transaction<WebhookTables>): Run {
  return async (text, values) => {
    const { numAffectedRows = 0n } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return Number(numAffectedRows)
  }
}
