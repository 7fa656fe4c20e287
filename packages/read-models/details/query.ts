import { type CompanyId, type Note, replay } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { HistoryRow } from '../history/row.js'
import { isUuid } from '../uuid.js'

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
