import { accountOf } from '@ecmr/domain'
import { dueNotes } from '@ecmr/read-models'
import type { Pool } from 'pg'

/** Hour of the day, where the company is, after which late deliveries are mailed. */
const FROM_HOUR = 7

interface Place {
  readonly company_id: string
  readonly time_zone: string
  readonly late_day: string | null
}

/**
 * Plans, once a day for each company that has late deliveries, a mail about them for everyone who wants it.
 *
 * @param onFault gets what is wrong with one company; it stops no other, and is tried again at the next call
 */
export async function planLate(
  pool: Pool,
  now: Date,
  onFault: (error: unknown, company: string) => void,
): Promise<void> {
  const { rows } = await pool.query<Place>(
    `select c.company_id, p.time_zone, c.late_day
     from accounts.notice_companies c join accounts.companies p on p.id = c.company_id
     where exists (select from accounts.memberships m
       where m.company_id = c.company_id and 'late_deliveries' = any(m.notices))`,
  )
  for (const place of rows)
    await planCompany(pool, place, now).catch((error: unknown) => onFault(error, place.company_id))
}

async function planCompany(pool: Pool, { company_id, time_zone, late_day }: Place, now: Date): Promise<void> {
  const { day, hour } = whereItIs(time_zone, now)
  if (day === late_day || hour < FROM_HOUR) return
  const { lateDeliveries } = await dueNotes(pool, accountOf(company_id), day, { most: 1 })
  await pool.query(
    `with day as (update accounts.notice_companies set late_day = $2 where company_id = $1)
     insert into accounts.notices (user_id, kind, source, company_id, role)
     select user_id, 'late_deliveries', $2, company_id, role from accounts.memberships
     where $3 and company_id = $1 and 'late_deliveries' = any(notices) on conflict do nothing`,
    [company_id, day, lateDeliveries.total > 0],
  )
}

function whereItIs(timeZone: string, at: Date): { readonly day: string; readonly hour: number } {
  // This locale writes dates and times as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const [day = '', time = ''] = format.format(at).split(' ')
  return { day, hour: Number(time.slice(0, 2)) }
}
