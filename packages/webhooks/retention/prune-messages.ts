import type { PoolClient } from 'pg'
import type { PruningRun } from './pruning-run.js'

const PAGE = 1_000
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Deletes those of some messages that are old and belong to no delivery any more. Returns how many.
 *
 * They are locked first, and looked at again by a statement that begins thereafter: whoever writes a delivery locks its
 * message too (by the foreign key at the latest), and so does whoever queues it, so such a delivery is either seen here, or its message is passed over,
 * or its writer waits, and writes the message anew (see insertDeliveries).
 */
export async function deleteUnreferenced(
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
 * Looks through all messages for old ones without a delivery. There are few: those that somebody had locked when their
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
