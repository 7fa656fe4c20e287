import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'

/** So many of one kind are counted for a day, so that looking at a busy company stays cheap. */
export const MOST_NOTES_COUNTED_A_DAY = 10_000

/** What a company did on a day. A figure of MOST_NOTES_COUNTED_A_DAY may be more. */
export interface NotesOfDay {
  /** calendar date, YYYY-MM-DD */
  readonly day: string
  readonly created: number
  /** by the instant at which the delivery was recorded; one that was taken back later counts */
  readonly delivered: number
}

/**
 * A company's notes by the day on which they were made and on which their delivery was confirmed, oldest day first.
 * Days without any are there as well. Counted along two indexes; no note is read.
 *
 * @param asked.lastDay YYYY-MM-DD
 * @param asked.timeZone IANA name; says when a day begins
 */
export async function notesPerDay(
  db: Pool,
  company: CompanyId,
  asked: { readonly lastDay: string; readonly days: number; readonly timeZone: string },
): Promise<readonly NotesOfDay[]> {
  const { rows } = await db.query<NotesOfDay>({
    name: 'notes per day',
    text: `with day as (
        select $2::date - back as date, ($2::date - back)::timestamp at time zone $4 as begins,
          ($2::date - back + 1)::timestamp at time zone $4 as ends
        from generate_series(0, $3::int - 1) as back
      )
      select to_char(day.date, 'YYYY-MM-DD') as day, c.notes::int as created, d.notes::int as delivered
      from day
      cross join lateral (
        select count(*) as notes from (
          select from rm_list.notes n
          where n.company_id = $1 and n.created_at >= day.begins and n.created_at < day.ends
          limit ${MOST_NOTES_COUNTED_A_DAY}
        ) n
      ) c
      cross join lateral (
        select count(*) as notes from (
          select from rm_history.events e
          where e.company_id = $1 and e.type = 'DeliveryConfirmed'
            and e.recorded_at >= day.begins and e.recorded_at < day.ends
          limit ${MOST_NOTES_COUNTED_A_DAY}
        ) e
      ) d
      order by day.date`,
    values: [company, asked.lastDay, asked.days, asked.timeZone],
  })
  return rows
}
