import type { PoolClient } from 'pg'
import { deleteUnreferenced } from './prune-messages.js'
import type { PruningRun } from './pruning-run.js'

/** How many rows were deleted. */
export interface PrunedDeliveries {
  deliveries: number
  attempts: number
  messages: number
}

/** Rows looked at in one transaction. */
const PAGE = 1_000

interface Place {
  /** as PostgreSQL writes it: a Date would cut off the microseconds */
  readonly created_at: string
  readonly id: string
}

const OLDEST: Place = { created_at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

// Along deliveries_newest, from its old end: an index on finished_at would have to be kept by every attempt. What was
// finished before an instant was created before it, too. The page may hold rows that stay: they are pending again, or
// were sent again lately.
const DELETE = `
  with page as materialized (
    select id, created_at, status, finished_at from webhooks.deliveries
    where endpoint_id = $1 and created_at < $2 and (created_at, id) > ($3::timestamptz, $4::uuid)
    order by created_at, id limit $5
  ),
  old as materialized (
    select id from webhooks.deliveries
    where id = any(array(select id from page where status <> 'pending' and finished_at < $2))
      and status <> 'pending' and finished_at < $2
    for update skip locked
  ),
  attempt as (
    delete from webhooks.attempts where delivery_id = any(array(select id from old)) returning 1
  ),
  delivery as (
    delete from webhooks.deliveries where id = any(array(select id from old)) returning event_id
  )
  select
    array(select event_id from delivery) as event_ids,
    (select count(*) from attempt) as attempts,
    (select count(*) from page) as looked_at,
    last.created_at::text, last.id
  from (select) as always
  left join (select created_at, id from page order by created_at desc, id desc limit 1) as last on true`

/** Deletes deliveries that came to their end long ago, with their attempts and what they have sent. */
export async function pruneDeliveries(run: PruningRun, pruned: PrunedDeliveries): Promise<void> {
  const endpointIds = await run.batch(async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from webhooks.endpoints order by id')
    return rows.map(({ id }) => id)
  })
  for (const endpointId of endpointIds) {
    let place: Place | undefined = OLDEST
    while (place !== undefined) {
      const from: Place = place
      place = await run.batch((client) => prunePage(client, { endpointId, from, before: run.before }, pruned))
    }
  }
}

/** Returns where the next page begins, when there is one. */
async function prunePage(
  client: PoolClient,
  { endpointId, from, before }: { endpointId: string; from: Place; before: Date },
  pruned: PrunedDeliveries,
): Promise<Place | undefined> {
  const values = [endpointId, before, from.created_at, from.id, PAGE]
  const { rows } = await client.query<Place & { event_ids: string[]; attempts: number; looked_at: number }>(
    DELETE,
    values,
  )
  const [page] = rows
  if (page === undefined) return undefined
  pruned.deliveries += page.event_ids.length
  pruned.attempts += page.attempts
  pruned.messages += await deleteUnreferenced(client, [...new Set(page.event_ids)], before)
  return page.looked_at < PAGE ? undefined : { created_at: page.created_at, id: page.id }
}
