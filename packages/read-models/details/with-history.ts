import { type CompanyId, type Note, replay } from '@ecmr/domain'
import type { Pool } from 'pg'
import { type HistoryEntry, historyEntry, type KeptEvent } from '../history/entry.js'
import { isUuid } from '../uuid.js'

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
  { asOf, most }: { readonly asOf?: string; readonly most: number },
): Promise<NoteWithHistory | undefined> {
  if (!isUuid(ecmrId)) return undefined
  const { rows } = await db.query<KeptEvent>({
    name: 'note with history',
    text: `select position, ecmr_id, revision, type, data, metadata from rm_history.events
      where ecmr_id = $1 and company_id = $2 and recorded_at <= $3 order by revision`,
    values: [ecmrId, company, asOf ?? 'infinity'],
  })
  const { note } = replay(rows)
  return note === null
    ? undefined
    : { note, entries: rows.slice(-most).map(historyEntry), total: rows.length }
}
