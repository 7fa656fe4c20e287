import { type Position, storedPosition } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { isUuid } from '../fields.js'
import { isSharedWith } from '../shares/access.js'

/** A note of which something has happened. */
export interface NoteChange {
  readonly company_id: string
  readonly ecmr_id: string
  /** number of events so far */
  readonly version: number
  /** of the last of them */
  readonly position: Position
}

/** What has happened to the notes of some companies. */
export interface ChangesSince {
  /** how far the history was; what comes after it is not among these */
  readonly reached: Position
  /** oldest first */
  readonly changes: readonly NoteChange[]
  /** companies to whose notes more has happened than was looked at: of those only the latest are named */
  readonly partial: ReadonlySet<string>
}

/** So many events of each company are looked at. */
const MOST_LOOKED_AT = 100

interface Row {
  readonly reached: Position
  readonly company_id: string | null
  readonly ecmr_id: string | null
  readonly version: number
  readonly position: Position
  readonly looked: number
}

// The checkpoint is written with the events: within one statement both are of one moment.
const CHANGES = `
  with asked as (select company_id, after from unnest($1::text[], $2::text[]) as asked(company_id, after))
  select c.position as reached, n.company_id, n.ecmr_id, n.version, n.position, n.looked
  from projections.checkpoints c
  left join lateral (
    select asked.company_id, e.ecmr_id, max(e.revision) + 1 as version, max(e.position) as position,
      sum(count(*)) over (partition by asked.company_id)::int as looked
    from asked cross join lateral (
      select h.ecmr_id, h.revision, h.position from rm_history.events h
      where h.company_id = asked.company_id and h.position > coalesce(asked.after, c.position)
      order by h.position desc limit ${MOST_LOOKED_AT}
    ) e
    group by asked.company_id, e.ecmr_id
  ) n on true
  where c.name = 'history'
  order by n.position`

/**
 * Which notes of some companies something has happened to since a place in the log, with one statement along events_feed that
 * looks at 100 events of each company at most.
 *
 * @param after a place for each company; null: where the history is now, so that nothing of it is news
 */
export async function changesSince(
  db: Pool,
  after: ReadonlyMap<string, Position | null>,
): Promise<ChangesSince> {
  const { rows } = await db.query<Row>({
    name: 'changes since',
    text: CHANGES,
    values: [[...after.keys()], [...after.values()]],
  })
  const changes = rows.flatMap(({ company_id, ecmr_id, version, position }) =>
    company_id !== null && ecmr_id !== null ? [{ company_id, ecmr_id, version, position }] : [],
  )
  const partial = rows.flatMap(({ company_id, looked }) =>
    company_id !== null && looked >= MOST_LOOKED_AT ? [company_id] : [],
  )
  return { reached: storedPosition(rows[0]?.reached ?? ''), changes, partial: new Set(partial) }
}

/** How many events a note has, as far as the history knows, and whether it is a company's own; undefined for what it does not see. */
export async function noteVersion(
  db: Pool,
  company: string,
  id: string,
): Promise<{ readonly version: number; readonly isOwn: boolean } | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await db.query<{ version: number; isOwn: boolean }>({
    name: 'note version',
    text: `select revision + 1 as version, company_id = $1 as "isOwn" from rm_history.events
      where ecmr_id = $2 and (company_id = $1 or ${isSharedWith('$2', '$1')}) order by revision desc limit 1`,
    values: [company, id],
  })
  return rows[0]
}
