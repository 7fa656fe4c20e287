import type { CompanyId } from '@ecmr/domain'
import type { Position } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { isUuid } from '../uuid.js'
import { type HistoryEntry, historyEntry, type KeptEvent } from './entry.js'

/** A page of a note's history. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[]
  /** how many there are in all; 0: the company has no such note */
  readonly total: number
}

const KEPT = 'position, ecmr_id, revision, type, data, metadata'

/** A page of a note's history, oldest first. */
export async function noteHistory(
  db: Pool,
  company: CompanyId,
  ecmrId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<HistoryPage> {
  if (!isUuid(ecmrId)) return { entries: [], total: 0 }
  const values = [ecmrId, company]
  const [events, counted] = await Promise.all([
    db.query<KeptEvent>({
      name: 'note history',
      text: `select ${KEPT} from rm_history.events where ecmr_id = $1 and company_id = $2
        order by revision limit $3 offset $4`,
      values: [...values, limit, (page - 1) * limit],
    }),
    db.query<{ total: number }>({
      name: 'note history total',
      text: 'select count(*) as total from rm_history.events where ecmr_id = $1 and company_id = $2',
      values,
    }),
  ])
  return { entries: events.rows.map(historyEntry), total: counted.rows[0]?.total ?? 0 }
}

/**
 * What happened to a company's notes after a position, oldest first.
 *
 * Events of a parked stream are missing until they are retried, and appear at their old place then.
 */
export async function companyChanges(
  db: Pool,
  company: CompanyId,
  { after, limit }: { readonly after: Position; readonly limit: number },
): Promise<readonly HistoryEntry[]> {
  const { rows } = await db.query<KeptEvent>({
    name: 'company changes',
    text: `select ${KEPT} from rm_history.events where company_id = $1 and position > $2
      order by position limit $3`,
    values: [company, after, limit],
  })
  return rows.map(historyEntry)
}
