import type { CompanyId } from '@ecmr/domain'
import type { Position } from '@ecmr/event-store'
import type { Pool } from 'pg'
import type { HistoryEntry } from './entry.js'

/** A page of a note's history, oldest first. `total` 0: the company has no such note. */
export async function noteHistory(
  db: Pool,
  company: CompanyId,
  ecmrId: string,
  page: { readonly page: number; readonly limit: number },
): Promise<{ readonly entries: readonly HistoryEntry[]; readonly total: number }> {
  throw new Error(`not yet ${db.totalCount} ${company} ${ecmrId} ${page.page}`)
}

/** What happened to a company's notes after a position, oldest first. */
export async function companyChanges(
  db: Pool,
  company: CompanyId,
  feed: { readonly after: Position; readonly limit: number },
): Promise<readonly HistoryEntry[]> {
  throw new Error(`not yet ${db.totalCount} ${company} ${feed.after}`)
}
