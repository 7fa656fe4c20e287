import { actingFor, type CompanyId } from '@ecmr/domain'
import { type HistoryPage, noteHistory } from '@ecmr/read-models'
import { readNote } from '../notes/read-note.js'

/** A page of the history of a note that is shared with a company; an empty one when it is not. */
export async function sharedHistory(
  cases: Parameters<typeof readNote>[0],
  company: CompanyId,
  id: string,
  place: { readonly after: number; readonly limit: number },
): Promise<HistoryPage> {
  const read = await readNote(cases, company, id)
  if (read.outcome !== 'found') return { entries: [], total: 0, hasMore: false, isAfterCut: false }
  const isOwn = read.access.kind === 'own'
  return noteHistory(cases.pool, actingFor(read.note.company_id), read.note.id, { ...place, isOwn })
}
