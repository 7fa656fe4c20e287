import type { CompanyId, Status } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { ListItem } from './item.js'
import { COUNTED_MATCHES } from './list-query.js'
import { ALL_DAYS, deliveryDay } from './table.js'

/** Some notes of which there may be more. */
export interface SomeNotes {
  readonly items: readonly ListItem[]
  readonly total: number
  /** false: there are more than `total` */
  readonly totalIsExact: boolean
}

/** What should have happened to a company's notes by a day, or should happen on it. */
export interface DueNotes {
  /** neither taken over nor cancelled although the planned pickup is past; longest overdue first */
  readonly latePickups: SomeNotes
  /** to be taken over on the day, and not yet so */
  readonly pickupsToday: SomeNotes
  /** on their way although the planned delivery is past */
  readonly lateDeliveries: SomeNotes
  /** on their way, and to be delivered on the day */
  readonly deliveriesToday: SomeNotes
}

const NOT_TAKEN_OVER: readonly Status[] = ['draft', 'assigned']

/**
 * What is due, by the calendar day that it is where the company is. Incidents have stopped their notes; these are not
 * due. Deliveries are counted as far as `COUNTED_MATCHES`.
 *
 * @param today YYYY-MM-DD
 * @param options.most so many notes of each kind
 */
export async function dueNotes(
  db: Pool,
  company: CompanyId,
  today: string,
  { most }: { readonly most: number },
): Promise<DueNotes> {
  const [latePickups, pickupsToday, lateDeliveries, deliveriesToday] = await Promise.all([
    pickups(db, company, { before: today, most }),
    pickups(db, company, { on: today, most }),
    deliveries(db, company, { before: today, most }),
    deliveries(db, company, { on: today, most }),
  ])
  return { latePickups, pickupsToday, lateDeliveries, deliveriesToday }
}

// The counters say on which days there is anything, so that a query does not read all the notes that were in time.
async function pickups(
  db: Pool,
  company: CompanyId,
  days: { readonly before?: string; readonly on?: string; readonly most: number },
): Promise<SomeNotes> {
  const { before = null, on = null, most } = days
  const { rows } = await db.query<{ total: string | number; item: ListItem | null }>({
    name: 'due pickups',
    text: `with day as materialized (
        select c.status, c.pickup_date, c.notes from rm_list.counters c
        where c.company_id = $1 and c.cancelled = false and c.status = any($2)
          and c.pickup_date > '${ALL_DAYS}' and c.pickup_date < coalesce($3::date, $4::date + 1)
          and c.pickup_date >= coalesce($4::date, '0001-01-01'::date) and c.notes > 0
      ),
      first as (select * from day order by pickup_date limit $5)
      select t.total, n.item from (select coalesce(sum(notes), 0)::bigint as total from day) t
      left join lateral (
        select n.pickup_date, n.id, n.item from first f cross join lateral (
          select n.pickup_date, n.id, n.item from rm_list.notes n
          where n.company_id = $1 and n.pickup_date = f.pickup_date and n.status = f.status and not n.cancelled
          order by n.id limit $5
        ) n
        order by n.pickup_date, n.id limit $5
      ) n on true order by n.pickup_date, n.id`,
    values: [company, NOT_TAKEN_OVER, before, on, most],
  })
  const total = Number(rows[0]?.total ?? 0)
  return { items: rows.flatMap(({ item }) => item ?? []), total, totalIsExact: true }
}

const DUE_DELIVERY = deliveryDay('n')

/**
 * The index `notes_to_deliver` has these notes in the order of their day, and nothing else: as many rows are read as are
 * shown and counted, however many notes there are.
 */
async function deliveries(
  db: Pool,
  company: CompanyId,
  days: { readonly before?: string; readonly on?: string; readonly most: number },
): Promise<SomeNotes> {
  const { before, on, most } = days
  const which = `n.company_id = $1 and n.status = 'in_transit' and not n.cancelled
    and ${DUE_DELIVERY} ${on === undefined ? '<' : '='} $2`
  const { rows } = await db.query<{ total: string | number; item: ListItem | null }>({
    name: `due deliveries ${on === undefined ? 'before' : 'on'}`,
    text: `select t.total, n.item
      from (
        select count(*) as total from (
          select from rm_list.notes n where ${which} order by ${DUE_DELIVERY}, n.id limit ${COUNTED_MATCHES + 1}
        ) c
      ) t
      left join lateral (
        select n.id, n.item, ${DUE_DELIVERY} as due from rm_list.notes n where ${which}
        order by ${DUE_DELIVERY}, n.id limit $3
      ) n on true order by n.due, n.id`,
    values: [company, on ?? before, most],
  })
  const counted = Number(rows[0]?.total ?? 0)
  const total = Math.min(counted, COUNTED_MATCHES)
  return { items: rows.flatMap(({ item }) => item ?? []), total, totalIsExact: counted === total }
}
