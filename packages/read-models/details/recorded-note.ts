import { type CompanyId, type Note, replay } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import type { Pool } from 'pg'
import type { HistoryRow } from '../history/row.js'
import { isUuid } from '../uuid.js'

/**
 * A company's note with the events that it was folded from, as `loadNote` gives it from the log: for while the log is
 * away. As far behind as the history is.
 *
 * @param options.asOf only events recorded until this instant (RFC 3339, UTC, milliseconds)
 */
export async function recordedNote(
  db: Pool,
  company: CompanyId,
  ecmrId: string,
  options: { readonly asOf?: string } = {},
): Promise<{ readonly note: Note; readonly events: readonly RecordedEvent[] } | undefined> {
  if (!isUuid(ecmrId)) return undefined
  const { rows } = await db.query<Omit<HistoryRow, 'company_id' | 'recorded_at'>>({
    name: 'recorded note',
    text: `select position, ecmr_id, revision, type, event_id, data, metadata from rm_history.events
      where ecmr_id = $1 and company_id = $2 and recorded_at <= $3 order by revision`,
    values: [ecmrId, company, options.asOf ?? 'infinity'],
  })
  const events = rows.map(({ ecmr_id, event_id, ...event }) => ({
    ...event,
    stream: `ecmr-${ecmr_id}`,
    id: event_id,
  }))
  const { note } = replay(events)
  return note === null ? undefined : { note, events }
}
