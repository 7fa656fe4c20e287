import { type Position, type RecordedEvent, START, storedPosition } from '@ecmr/event-store'
import type { ClientBase } from 'pg'

/** Which events of a company to look at, in the order of the log. */
export interface HistoryScan {
  readonly company: string
  /** itself included; null: from the beginning */
  readonly from: Position | null
  /** itself excluded; null: as `from` says */
  readonly after: Position | null
  /** itself included */
  readonly upTo: Position
  /** recorded at this instant or later, and before the other; null: whenever */
  readonly since: Date | null
  readonly until: Date | null
  /** event types to find */
  readonly types: readonly string[]
  /** looks at so many events at most, and finds so many at most */
  readonly looks: number
  readonly most: number
}

/** An event without what it says. */
export interface FoundEvent {
  readonly id: string
  readonly type: string
  readonly ecmr_id: string
  readonly revision: number
  readonly recorded_at: Date
}

export interface HistoryScanned {
  readonly found: readonly FoundEvent[]
  /** how many events were looked at, and the last of them */
  readonly scanned: number
  readonly reached: { readonly position: Position; readonly recorded_at: Date } | null
  /** there is nothing more up to where the scan was to go */
  readonly isEnd: boolean
}

type Queries = Pick<ClientBase, 'query'>

interface Row extends FoundEvent {
  readonly position: Position
  readonly wanted: boolean
  /** place among those looked at, from 1 */
  readonly place: number
  /** how many were found by then, and with the next one; null: there is none */
  readonly found: number
  readonly then_found: number | null
}

// A page ends before the event that would be one too many. Of the events that are not wanted only the last one comes
// back, as the place to go on from. What the events say is not touched: it may be large, and lies elsewhere.
const SCAN = `
  with seen as (
    select position, ecmr_id, revision, type, event_id, recorded_at,
      type = any($5::text[]) and recorded_at >= coalesce($6::timestamptz, '-infinity')
        and recorded_at < coalesce($7::timestamptz, 'infinity') as wanted
    from rm_history.events
    where company_id = $1 and position >= $2 and position > $3 and position <= $4
    order by position limit $8
  ),
  numbered as (
    select *, row_number() over log as place, count(*) filter (where wanted) over log as found from seen
    window log as (order by position rows unbounded preceding)
  ),
  followed as (
    select *, lead(found) over (order by position) as then_found from numbered
  )
  select position, ecmr_id, revision, type, event_id as id, recorded_at, wanted, place, found, then_found
  from followed
  where found <= $9 and (wanted or then_found is null or then_found > $9)
  order by position`

/** Looks at a company's next events, and finds those of certain types and times. One bounded statement. */
export async function scanHistory(db: Queries, scan: HistoryScan): Promise<HistoryScanned> {
  const { company, from, after, upTo, since, until, types, looks, most } = scan
  const { rows } = await db.query<Row>({
    name: 'scan history',
    text: SCAN,
    values: [company, from ?? '', after ?? '', upTo, types, since, until, looks, most],
  })
  const last = rows.at(-1)
  const scanned = last?.place ?? 0
  return {
    found: rows
      .filter(({ wanted }) => wanted)
      .map(({ id, type, ecmr_id, revision, recorded_at }) => ({ id, type, ecmr_id, revision, recorded_at })),
    scanned,
    reached: last ? { position: last.position, recorded_at: last.recorded_at } : null,
    isEnd: scanned < looks && (last?.then_found ?? null) === null,
  }
}

/** Events of the history, whole and as they were recorded; one that is not there is left out. */
export async function readHistoryEvents(
  db: Queries,
  events: readonly Pick<FoundEvent, 'ecmr_id' | 'revision'>[],
): Promise<readonly RecordedEvent[]> {
  const { rows } = await db.query<RecordedEvent>({
    name: 'read history events',
    text: `
      select e.event_id as id, e.type, 'ecmr-' || e.ecmr_id as stream, e.revision, e.position, e.data, e.metadata
      from unnest($1::uuid[], $2::int[]) with ordinality as asked (ecmr_id, revision, place)
      cross join lateral (
        select * from rm_history.events h
        where h.ecmr_id = asked.ecmr_id and h.revision = asked.revision limit 1
      ) e
      order by asked.place`,
    values: [events.map(({ ecmr_id }) => ecmr_id), events.map(({ revision }) => revision)],
  })
  return rows
}

/** How far the history has come. */
export async function historyPosition(db: Queries): Promise<Position> {
  const { rows } = await db.query<{ position: Position }>(
    `select position from projections.checkpoints where name = 'history'`,
  )
  return storedPosition(rows[0]?.position ?? START)
}
