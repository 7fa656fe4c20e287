import { type NoteRead, readNote } from '@ecmr/application'
import type { CompanyId } from '@ecmr/domain'
import type { PanelContext } from '../../../context.js'
import { PageProblem } from '../../../problems/page-problem.js'

/**
 * A company's note by its id or number, with its events (see `readNote`).
 *
 * @throws PageProblem `not_found` for what is unknown, malformed or another company's; `unavailable` for what is not
 *   found while the log is away
 */
export async function ownNote(
  context: Pick<PanelContext, 'store' | 'pool' | 'reads'>,
  company: CompanyId,
  named: string,
): Promise<Extract<NoteRead, { outcome: 'found' }>> {
  const read = await readNote(context, company, named)
  if (read.outcome === 'found') return read
  throw read.outcome === 'not_found'
    ? new PageProblem('not_found')
    : new PageProblem('unavailable', { 'retry-after': '5' })
}
