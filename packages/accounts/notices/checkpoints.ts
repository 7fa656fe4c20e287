import type { EventStore } from '@ecmr/event-store'
import { changesSince } from '@ecmr/read-models'
import type { Pool } from 'pg'

/**
 * Keeps one checkpoint for each company in which a person wants notices. A new one stands where the history is now. One that the event log
 * does not confirm, since it was restored or is another log, is set to the end of the log: nothing old is mailed. A history
 * that is behind a checkpoint while it is rebuilt changes nothing.
 */
export async function settleCheckpoints(pool: Pool, store: Pick<EventStore, 'head'>): Promise<void> {
  const { reached } = await changesSince(pool, new Map())
  await pool.query(
    `delete from accounts.notice_companies c
     where not exists (select from accounts.memberships m where m.company_id = c.company_id and m.notices <> '{}')`,
  )
  await pool.query(
    `insert into accounts.notice_companies (company_id, position)
     select distinct company_id, $1 from accounts.memberships where notices <> '{}' on conflict do nothing`,
    [reached],
  )
  const { rows } = await pool.query<{ company_id: string; is_beyond: boolean }>(
    `select company_id, position > $1 as is_beyond from accounts.notice_companies c
     where position > $1 or event_id is not null and not exists (select from rm_history.events e
       where e.company_id = c.company_id::text and e.position = c.position and e.event_id = c.event_id)`,
    [reached],
  )
  if (rows.length === 0) return
  const head = await store.head()
  const foreign = rows.filter(({ is_beyond }) => !is_beyond).map(({ company_id }) => company_id)
  await pool.query(
    `update accounts.notice_companies set position = $1, event_id = null
     where position > $1 or company_id = any($2::uuid[])`,
    [head, foreign],
  )
}
