import type { CompanyId, Status } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { ListItem } from './item.js'
import { ALL_DAYS } from './table.js'

/** Some notes of which there may be more. */
export interface SomeNotes {
  readonly items: readonly ListItem[]
  readonly total: number
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
  /** false: there were so many notes on their way that only the oldest ones were looked at for their delivery */
  readonly isComplete: boolean
}

/** So many notes on their way are looked at: what is planned for them stands within the note. */
const MOST_LOOKED_AT = 1_000

const NOT_TAKEN_OVER: readonly Status[] = ['draft', 'assigned']

/**
 * What is due, by the calendar day that it is where the company is. Incidents have stopped their notes; these are not
 * due.
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
  const [latePickups, pickupsToday, underWay] = await Promise.all([
    pickups(db, company, { before: today, most }),
    pickups(db, company, { on: today, most }),
    deliveries(db, company, today, most),
  ])
  return { latePickups, pickupsToday, ...underWay }
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
  return { items: rows.flatMap(({ item }) => item ?? []), total: Number(rows[0]?.total ?? 0) }
}

async function deliveries(
  db: Pool,
  company: CompanyId,
  today: string,
  most: number,
): Promise<Pick<DueNotes, 'lateDeliveries' | 'deliveriesToday' | 'isComplete'>> {
  const { rows } = await db.query<{ looked: number; late: boolean | null; total: number; item: ListItem }>({
    name: 'due deliveries',
    text: `with seen as materialized (
        select n.id, n.item->>'delivery_date' as due from (
          select id, item from rm_list.notes
          where company_id = $1 and status = 'in_transit' and not cancelled
          order by created_at, id limit ${MOST_LOOKED_AT + 1}
        ) n
      ),
      due as (
        select id, due, due < $2 as late, count(*) over (partition by due < $2) as total,
          row_number() over (partition by due < $2 order by due, id) as place
        from seen where due <= $2
      )
      select t.looked, due.late, due.total, n.item
      from (select count(*) as looked from seen) t
      left join due on due.place <= $3
      left join rm_list.notes n on n.id = due.id
      order by due.due, due.id`,
    values: [company, today, most],
  })
  const some = (isLate: boolean): SomeNotes => {
    const found = rows.filter(({ late }) => late === isLate)
    return { items: found.map(({ item }) => item), total: Number(found[0]?.total ?? 0) }
  }
  return {
    lateDeliveries: some(true),
    deliveriesToday: some(false),
    isComplete: Number(rows[0]?.looked ?? 0) <= MOST_LOOKED_AT,
  }
}
