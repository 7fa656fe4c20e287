import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

export interface OldRows {
  readonly endpointId: string
  readonly count?: number
  readonly status?: 'pending' | 'delivered' | 'exhausted' | 'cancelled'
  /** when the event was recorded */
  readonly createdDaysAgo: number
  /** when the delivery came to its end; as long ago as the event unless given */
  readonly finishedDaysAgo?: number
}

/** Writes deliveries as they are left behind: each with a message and two attempts. Returns their event ids. */
export async function writeOldRows(pool: Pool, rows: OldRows): Promise<readonly string[]> {
  const { endpointId, count = 1, status = 'delivered', createdDaysAgo } = rows
  const { finishedDaysAgo = createdDaysAgo } = rows
  const eventIds = Array.from({ length: count }, () => randomUUID())
  const client = await pool.connect()
  try {
    // A message without a delivery would be deleted where retention is at work.
    await client.query('begin')
    await writeMessages(client, eventIds, createdDaysAgo)
    await writeDeliveries(client, eventIds, { endpointId, status, createdDaysAgo, finishedDaysAgo })
    await client.query('commit')
  } finally {
    client.release()
  }
  return eventIds
}

/** Messages without a delivery. */
export async function writeMessages(
  pool: Pick<Pool, 'query'>,
  eventIds: readonly string[],
  createdDaysAgo: number,
): Promise<void> {
  await pool.query(
    `insert into webhooks.messages
     select id, 'company-a', 'ecmr.created', 'note', 'ECMR-2026-ABCDEFGHJ-K', 1, convert_to(repeat('x', 500), 'utf8'),
       now() - make_interval(days => $2)
     from unnest($1::uuid[]) as id`,
    [eventIds, createdDaysAgo],
  )
}

/** Deliveries of messages that are there. */
export async function writeDeliveries(
  pool: Pick<Pool, 'query'>,
  eventIds: readonly string[],
  rows: Required<Omit<OldRows, 'count'>>,
): Promise<void> {
  const { endpointId, status, createdDaysAgo, finishedDaysAgo } = rows
  await pool.query(
    `with delivery as (
       insert into webhooks.deliveries
         (id, event_id, endpoint_id, type, ecmr_id, version, status, attempts, next_attempt_at, created_at, finished_at)
       select gen_random_uuid(), id, $2, 'ecmr.created', 'note', 1, $3, 2, now(),
         now() - make_interval(days => $4) + nth * interval '1 ms',
         case when $3 <> 'pending' then now() - make_interval(days => $5) end
       from unnest($1::uuid[]) with ordinality as event (id, nth)
       returning id
     )
     insert into webhooks.attempts
     select id, number, now(), 5, 200, 'fine', null from delivery cross join generate_series(1, 2) as number`,
    [eventIds, endpointId, status, createdDaysAgo, finishedDaysAgo],
  )
}

/** How many rows of a table there are. */
export async function countOf(pool: Pool, table: string, where = 'true'): Promise<number> {
  return (await pool.query(`select count(*) from webhooks.${table} where ${where}`)).rows[0].count
}
