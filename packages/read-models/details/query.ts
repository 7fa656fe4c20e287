import { type CompanyId, type Note, noteFor, replay } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { isUuid } from '../fields.js'
import { type HistoryEntry, historyEntry, type KeptEvent } from '../history/entry.js'
import type { HistoryRow } from '../history/table.js'
import { isSharedWith } from '../shares/access.js'

/**
 * A note that is a company's own or shared with it, folded from its history: as it is, or as it stood at an instant (RFC 3339).
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
    text: `select type, data, metadata from rm_history.events where ${SEEN} order by revision`,
    values: [ecmrId, company, options.asOf ?? 'infinity'],
  })
  return seen(replay(rows).note, company)
}

/** The events of a note that a company sees: its own, or one that is shared with it, until an instant. */
const SEEN = `ecmr_id = $1 and (company_id = $2 or ${isSharedWith('$1', '$2')}) and recorded_at <= $3`

function seen(note: Note | null, company: CompanyId): Note | undefined {
  if (note === null || note.company_id === company) return note ?? undefined
  return noteFor(note, { kind: 'shared', roles: [] })
}

/**
 * A note with the events that it was folded from, as `loadNote` gives it from the log: for while the log is
 * away. As far behind as the history is. Whose it is, and who else may see it, is for the caller to ask.
 *
 * @param options.asOf only events recorded until this instant (RFC 3339, UTC, milliseconds)
 */
export async function recordedNote(
  db: Pool,
  ecmrId: string,
  options: { readonly asOf?: string } = {},
): Promise<{ readonly note: Note; readonly events: readonly RecordedEvent[] } | undefined> {
  if (!isUuid(ecmrId)) return undefined
  const { rows } = await db.query<Omit<HistoryRow, 'company_id' | 'recorded_at'>>({
    name: 'recorded note',
    text: `select position, ecmr_id, revision, type, event_id, data, metadata from rm_history.events
      where ecmr_id = $1 and recorded_at <= $2 order by revision`,
    values: [ecmrId, options.asOf ?? 'infinity'],
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

/** A note as `noteDetails` folds it, with the newest entries of the history that it is folded from. */
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
      where ${SEEN} order by revision`,
    values: [ecmrId, company, asOf ?? 'infinity'],
  })
  const { note: whole } = replay(rows)
  const note = seen(whole, company)
  if (note === undefined) return undefined
  const earlier = rows.filter(({ revision }) => revision + 1 < before)
  const isOwn = note.company_id === company
  const entries = earlier.slice(-most).map((row) => historyEntry(row, isOwn))
  return { note, entries, total: rows.length }
}
