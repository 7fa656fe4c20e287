import type { Pool } from 'pg'
import { MOST_WAITING, TOO_OLD } from './kinds.js'

/** So many companies, and events of each, in one turn. */
const MOST_COMPANIES = 50
const MOST_EVENTS = 100

interface Planned {
  readonly looked: number
  readonly dropped: number
}

const NOTHING = { looked: 0, dropped: 0 }

/**
 * Looks at what has happened to the notes of companies since their checkpoints, those first that have waited longest. A fault
 * with one company stops no other; the last one is returned.
 */
export async function planNotices(pool: Pool): Promise<Planned & { readonly fault: unknown }> {
  const { rows } = await pool.query<{ company_id: string }>(
    `select c.company_id from accounts.notice_companies c
     where exists (select from rm_history.events e where e.company_id = c.company_id::text and e.position > c.position)
     order by c.looked_at limit ${MOST_COMPANIES}`,
  )
  let [looked, dropped] = [0, 0]
  let fault: unknown
  for (const { company_id } of rows) {
    const planned = await planCompany(pool, company_id).catch(async (error: unknown) => {
      fault = error
      await pool.query('update accounts.notice_companies set looked_at = now() where company_id = $1', [
        company_id,
      ])
      return NOTHING
    })
    looked += planned.looked
    dropped += planned.dropped
  }
  return { looked, dropped, fault }
}

// One statement: the checkpoint moves with what it has passed, and two processes do not wait for each other. What a person
// has done is no news to that person.
async function planCompany(pool: Pool, company: string): Promise<Planned> {
  const { rows } = await pool.query<Planned>(
    `with company as (
       select position from accounts.notice_companies where company_id = $1 for update skip locked
     ), seen as (
       select e.* from company c cross join lateral (
         select h.position, h.event_id, h.ecmr_id, h.type, h.recorded_at, h.metadata, h.data from rm_history.events h
         where h.company_id = $1::text and h.position > c.position order by h.position limit ${MOST_EVENTS}
       ) e
     ), moved as (
       update accounts.notice_companies c set position = l.position, event_id = l.event_id, looked_at = clock_timestamp()
       from (select position, event_id from seen order by position desc limit 1) l where c.company_id = $1
     ), news as (
       select *, case type when 'IncidentReported' then 'incidents' else 'signatures' end as kind from seen
       where type in ('IncidentReported', 'EcmrSigned') and recorded_at > now() - ${TOO_OLD}
     ), wanted as (
       select n.*, m.user_id, m.role, row_number() over (partition by m.user_id order by n.position) +
         (select count(*) from accounts.notices w
          where w.user_id = m.user_id and w.company_id = $1 and w.ended_at is null) as place
       from news n join accounts.memberships m on m.company_id = $1 and n.kind = any(m.notices)
       where n.metadata->'actor'->>'kind' <> 'user' or n.metadata->'actor'->>'id' <> m.user_id::text
     ), added as (
       insert into accounts.notices (user_id, kind, source, company_id, role, ecmr_id, ecmr_number, signed_as, recorded_at)
       select user_id, kind, position, $1, role, ecmr_id, metadata->>'ecmr_number',
         case kind when 'signatures' then data->>'role' end, recorded_at
       from wanted where place <= ${MOST_WAITING} on conflict do nothing
     )
     select (select count(*) from seen)::int as looked,
       (select count(*) from wanted where place > ${MOST_WAITING})::int as dropped`,
    [company],
  )
  return rows[0] ?? NOTHING
}
