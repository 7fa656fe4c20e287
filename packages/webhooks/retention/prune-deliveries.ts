import type { PoolClient } from 'pg'
import type { PruningRun } from './pruning-run.js'

/** How many rows were deleted. */
interface PrunedDeliveries {
  deliveries: number
  attempts: number
  messages: number
}

/** Rows looked at in one transaction. */
const PAGE = 1_000

interface PageStart {
  /** as PostgreSQL writes it: a Date would cut off the microseconds */
  readonly created_at: string
  readonly id: string
}

const OLDEST: PageStart = { created_at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

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
    let place: PageStart | undefined = OLDEST
    while (place !== undefined) {
      const from: PageStart = place
      place = await run.batch((client) => prunePage(client, { endpointId, from, before: run.before }, pruned))
    }
  }
}

/** Returns where the next page begins, when there is one. */
async function prunePage(
  client: PoolClient,
  { endpointId, from, before }: { endpointId: string; from: PageStart; before: Date },
  pruned: PrunedDeliveries,
): Promise<PageStart | undefined> {
  const values = [endpointId, before, from.created_at, from.id, PAGE]
  const { rows } = await client.query<
    PageStart & { event_ids: string[]; attempts: number; looked_at: number }
  >(DELETE, values)
  const [page] = rows
  if (page === undefined) return undefined
  pruned.deliveries += page.event_ids.length
  pruned.attempts += page.attempts
  pruned.messages += await deleteUnreferenced(client, [...new Set(page.event_ids)], before)
  return page.looked_at < PAGE ? undefined : { created_at: page.created_at, id: page.id }
}

const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Deletes those of some messages that are old and belong to no delivery any more. Returns how many.
 *
 * They are locked first, and looked at again by a statement that begins thereafter: statements that write or
 * queue a delivery lock its message too (by the foreign key at the latest). So such a delivery is either seen here, or its
 * message is skipped, or its writer waits and writes the message again (see insertDeliveries).
 */
async function deleteUnreferenced(
  client: PoolClient,
  eventIds: readonly string[],
  before: Date,
): Promise<number> {
  if (eventIds.length === 0) return 0
  const { rows } = await client.query<{ event_id: string }>(
    `select event_id from webhooks.messages
     where event_id = any($1::uuid[]) and created_at < $2 for update skip locked`,
    [eventIds, before],
  )
  const { rowCount } = await client.query(
    `delete from webhooks.messages m where m.event_id = any($1::uuid[])
       and not exists (select from webhooks.deliveries d where d.event_id = m.event_id)
       and not exists (select from webhooks.unplanned u where u.event_id = m.event_id)`,
    [rows.map(({ event_id }) => event_id)],
  )
  return rowCount ?? 0
}

const UNREFERENCED = `
  with page as materialized (
    select event_id, created_at from webhooks.messages where event_id > $1 order by event_id limit $3
  )
  select
    array(
      select event_id from page p where p.created_at < $2
        and not exists (select from webhooks.deliveries d where d.event_id = p.event_id)
    ) as event_ids,
    (select count(*) from page) as looked_at,
    (select event_id from page order by event_id desc limit 1) as last`

/**
 * Looks through all messages for old ones without a delivery. There are few: those that were locked when their
 * last delivery was pruned, and those whose endpoint was disabled in the moment in which they were written.
 */
export async function pruneLostMessages(run: PruningRun, pruned: { messages: number }): Promise<void> {
  let from: string | undefined = FIRST
  while (from !== undefined) {
    const after: string = from
    from = await run.batch(async (client) => {
      const { rows } = await client.query<{ event_ids: string[]; looked_at: number; last: string }>(
        UNREFERENCED,
        [after, run.before, PAGE],
      )
      const [page] = rows
      if (page === undefined) return undefined
      pruned.messages += await deleteUnreferenced(client, page.event_ids, run.before)
      return page.looked_at < PAGE ? undefined : page.last
    })
  }
}
