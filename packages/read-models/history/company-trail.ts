import type { CompanyId } from '@ecmr/domain'
import type { Position } from '@ecmr/event-store'
import type { Pool } from 'pg'
import type { KeptEvent } from './entry.js'
import { LARGEST_PAGE_BYTES } from './query.js'

/** A place in a company's trail, which is ordered by time and then by position. */
export interface TrailPlace {
  /** RFC 3339, UTC, milliseconds */
  readonly recorded_at: string
  readonly position: Position
}

/** Which events of a company's notes are asked for. */
export interface TrailQuery {
  readonly limit: number
  /** only what comes before this place */
  readonly before?: TrailPlace
  /** recorded at this instant or later, and before the other one */
  readonly since?: Date
  readonly until?: Date
  /** who acted: part of a name that the event itself says, in any letter case, or one of these ids */
  readonly actor?: { readonly name: string; readonly ids: readonly string[] }
}

/** An event of a company's trail: all that its hash was computed over. */
export interface TrailEvent extends KeptEvent {
  readonly event_id: string
}

/** A page of a company's trail, newest first. */
export interface TrailPage {
  readonly events: readonly TrailEvent[]
  /** where to go on; null: there is nothing more */
  readonly next: TrailPlace | null
  /** the page is not full because the limit of events to look at was reached; `next` goes on */
  readonly isPartial: boolean
}

/** So many events are looked at for one page when not all of them are wanted. */
const MOST_LOOKED_AT = 5_000

type Row = {
  /** how many events were looked at, and the last of them */
  readonly looked: number
  readonly last_at: Date
  readonly last_position: Position
  /** how many of them are wanted, one more than asked for at most */
  readonly wanted: number
} & ((TrailEvent & { readonly recorded_at: Date }) | { readonly position: null })

// What the events say is read of the ones that are shown only: it may be large, and lies elsewhere. A page ends before
// the event that makes it too large.
const TRAIL = `
  with seen as materialized (
    select ecmr_id, revision, recorded_at, position, bytes,
      $6::text is null or metadata->'actor'->>'id' = any($10::text[])
        or position($6 in lower(coalesce(metadata->'actor'->>'name', ''))) > 0 as wanted
    from rm_history.events
    where company_id = $1 and recorded_at >= $2::timestamptz and recorded_at < $3::timestamptz
      and (recorded_at, position) < ($4::timestamptz, $5)
    order by recorded_at desc, position desc limit $7
  ),
  found as (
    select *, sum(bytes) over log as filled, row_number() over log as place from seen where wanted
    window log as (order by recorded_at desc, position desc rows unbounded preceding)
    order by recorded_at desc, position desc limit $8
  ),
  reached as (
    select (select count(*) from seen)::int as looked, (select count(*) from found)::int as wanted,
      recorded_at, position
    from seen order by recorded_at, position limit 1
  )
  select reached.looked, reached.wanted, reached.recorded_at as last_at, reached.position as last_position,
    found.recorded_at, e.position, e.ecmr_id, e.revision, e.type, e.event_id, e.data, e.metadata
  from reached left join found on place = 1 or filled <= $9
  left join rm_history.events e on e.ecmr_id = found.ecmr_id and e.revision = found.revision
  order by found.recorded_at desc, found.position desc`

/**
 * What happened to a company's notes, newest first. One bounded statement along events_time. It ends early when the
 * events are large.
 *
 * Who acted stands within the events: where only some of them are wanted, a page may come back with few or none, and
 * where to go on.
 */
export async function companyTrail(db: Pool, company: CompanyId, query: TrailQuery): Promise<TrailPage> {
  const { limit, before, since, until, actor } = query
  const looks = actor === undefined ? limit + 1 : MOST_LOOKED_AT
  const { rows } = await db.query<Row>({
    name: 'company trail',
    text: TRAIL,
    values: [
      company,
      since ?? '-infinity',
      until ?? 'infinity',
      before?.recorded_at ?? 'infinity',
      before?.position ?? '',
      actor?.name.toLowerCase() ?? null,
      looks,
      limit + 1,
      LARGEST_PAGE_BYTES,
      actor?.ids ?? [],
    ],
  })
  const found = rows.flatMap((row) => (row.position === null ? [] : row))
  const events = found.slice(0, limit).map(withoutTime)
  const last = found[events.length - 1]
  const [reached] = rows
  if (last && reached && reached.wanted > events.length)
    return { events, next: placeOf(last), isPartial: false }
  if (!reached || reached.looked < looks) return { events, next: null, isPartial: false }
  const next = { recorded_at: reached.last_at.toISOString(), position: reached.last_position }
  return { events, next, isPartial: true }
}

function placeOf({ recorded_at, position }: { readonly recorded_at: Date; readonly position: Position }) {
  return { recorded_at: recorded_at.toISOString(), position }
}

function withoutTime(event: TrailEvent): TrailEvent {
  const { position, ecmr_id, revision, type, event_id, data, metadata } = event
  return { position, ecmr_id, revision, type, event_id, data, metadata }
}
