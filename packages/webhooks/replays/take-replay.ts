import type { WebhookEvent } from '@ecmr/contract'
import type { EndpointStatus } from '../tables.js'
import type { Queries } from './replay-source.js'

/** A replay that is ours until the end of the transaction. */
export interface TakenReplay {
  readonly id: string
  readonly endpoint_id: string
  readonly company_id: string
  readonly since: Date | null
  readonly until: Date | null
  readonly from_position: string | null
  readonly until_position: string
  readonly events: readonly WebhookEvent[]
  readonly only_failed: boolean
  readonly reached_position: string | null
  readonly endpoint_status: EndpointStatus
}

/**
 * Takes a replay that is under way; `undefined` when another process has it, or it has ended. Its endpoint, locked
 * before it as everywhere, can be neither disabled nor deleted meanwhile.
 */
export async function takeReplay(db: Queries, id: string): Promise<TakenReplay | undefined> {
  const endpoint = await db.query<{ status: EndpointStatus }>(
    `select status from webhooks.endpoints
     where id = (select endpoint_id from webhooks.replays where id = $1) for share`,
    [id],
  )
  const replay = await db.query<Omit<TakenReplay, 'endpoint_status'>>(
    `select id, endpoint_id, company_id, since, until, from_position, until_position, events, only_failed,
       reached_position
     from webhooks.replays where id = $1 and status = 'running' for update skip locked`,
    [id],
  )
  const [taken] = replay.rows
  const [owner] = endpoint.rows
  return taken && owner && { ...taken, endpoint_status: owner.status }
}

/** How many deliveries of a replay are pending, counted up to a limit. */
export async function countPending(db: Queries, id: string, limit: number): Promise<number> {
  const { rows } = await db.query<{ pending: number }>({
    name: 'pending deliveries of a replay',
    text: `select count(*) as pending from (
        select 1 from webhooks.deliveries where status = 'pending' and replay_id = $1 limit $2
      ) d`,
    values: [id, limit],
  })
  return rows[0]?.pending ?? 0
}
