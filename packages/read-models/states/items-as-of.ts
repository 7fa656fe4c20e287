import type { CompanyId } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { fold } from '@ecmr/projections'
import type { Pool } from 'pg'
import type { HistoryRow } from '../history/table.js'
import type { ListItem } from '../list/item.js'
import { listProjection } from '../list/projector.js'

/** A note, and about how many bytes of events its item is folded from. */
export interface SizedNote {
  readonly id: string
  readonly bytes: number
}

/** So many bytes of events are in memory at a time, or those of one note. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * Notes as the list showed them at an instant: the list's own fold, over the events until then. One that the history does not
 * know yet is left out.
 */
export async function itemsAsOf(
  db: Pool,
  company: CompanyId,
  asOf: string,
  notes: readonly SizedNote[],
): Promise<readonly ListItem[]> {
  const items: ListItem[] = []
  for (const ids of portionsOf(notes)) {
    const { changes } = fold(listProjection, await eventsUntil(db, company, asOf, ids), new Map(), new Set())
    items.push(...changes.map(({ after }) => after.item))
  }
  return items
}

function portionsOf(notes: readonly SizedNote[]): readonly (readonly string[])[] {
  const portions: string[][] = []
  let room = 0
  for (const { id, bytes } of notes) {
    room -= bytes
    const portion = portions.at(-1)
    if (portion && room >= 0) portion.push(id)
    else {
      portions.push([id])
      room = MOST_BYTES - bytes
    }
  }
  return portions
}

// A list shows who signed as what, but no signature's image, which is by far the largest part of many notes.
async function eventsUntil(
  db: Pool,
  company: CompanyId,
  asOf: string,
  ids: readonly string[],
): Promise<readonly RecordedEvent[]> {
  const { rows } = await db.query<Omit<HistoryRow, 'company_id' | 'recorded_at'>>({
    name: 'events of notes as of',
    text: `select e.position, e.ecmr_id, e.revision, e.type, e.event_id, e.metadata,
        case when e.type = 'EcmrSigned' then (e.data::jsonb - 'signature_image')::json else e.data end as data
      from unnest($1::uuid[]) with ordinality as asked (id, place) join rm_history.events e on e.ecmr_id = asked.id
      where e.company_id = $2 and e.recorded_at <= $3 order by asked.place, e.revision`,
    values: [ids, company, asOf],
  })
  return rows.map(({ ecmr_id, event_id, ...event }) => ({
    ...event,
    stream: `ecmr-${ecmr_id}`,
    id: event_id,
  }))
}
