import { type CompanyId, type Note, replay } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { isUuid } from '../fields.js'
import { type HistoryEntry, historyEntry, type KeptEvent } from '../history/entry.js'
import type { HistoryRow } from '../history/table.js'

/**
 * A company's note, folded from its history: as it is, or as it stood at an instant (RFC 3339).
 *
 * Ordered by revision, not by time: within a stream times never decrease, and events of one command share theirs.
 */
export async function noteDetails(
  db: Pool,
  company: CompanyId,
  ecmrId: string,
  options: { readonly asOf?: string } = {},
): Promise<Note | undefined> {
  if (!isUuid(ecmrId)) return undefined
  const { rows } = await db.query<Pick<HistoryRow, 'type' | 'data' | 'metadata'>>({
    name: 'note details',
    text: `select type, data, metadata from rm_history.events
      where ecmr_id = $1 and company_id = $2 and recorded_at <= $3 order by revision`,
    values: [ecmrId, company, options.asOf ?? 'infinity'],
  })
  return replay(rows).note ?? undefined
}

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

/** A note and what led to it, both as of the same moment. */
export interface NoteWithHistory {
  readonly note: Note
  /** the newest entries, oldest first */
  readonly entries: readonly HistoryEntry[]
  /** how many there are in all */
  readonly total: number
}

/** A company's note as `noteDetails` folds it, with the newest entries of the history that it is folded from. */
export async function noteWithHistory(
  db: Pool,
  company: CompanyId,
  ecmrId: string,
  {
    asOf,
    most,
    before = Number.POSITIVE_INFINITY,
  }: {
    readonly asOf?: string
    readonly most: number
    /** only entries of versions below this one */
    readonly before?: number
  },
): Promise<NoteWithHistory | undefined> {
  if (!isUuid(ecmrId)) return undefined
  const { rows } = await db.query<KeptEvent>({
    name: 'note with history',
    text: `select position, ecmr_id, revision, type, data, metadata from rm_history.events
      where ecmr_id = $1 and company_id = $2 and recorded_at <= $3 order by revision`,
    values: [ecmrId, company, asOf ?? 'infinity'],
  })
  const { note } = replay(rows)
  if (note === null) return undefined
  const earlier = rows.filter(({ revision }) => revision + 1 < before)
  return { note, entries: earlier.slice(-most).map(historyEntry), total: rows.length }
}
