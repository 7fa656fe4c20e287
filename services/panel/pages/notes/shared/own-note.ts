import { loadNote } from '@ecmr/application'
import { type CompanyId, parseEcmrNumber } from '@ecmr/domain'
import { noteIdByNumber, recordedNote } from '@ecmr/read-models'
import type { PanelContext } from '../../../context.js'
import { PageProblem } from '../../../problems/page-problem.js'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface OwnNote extends NonNullable<Awaited<ReturnType<typeof loadNote>>> {
  /** it was folded from its history, since the log is away: the latest changes may be missing */
  readonly behind: boolean
}

/**
 * A company's note by its id or number, folded from its own stream, so never stale; or, while the event log is away,
 * from its history. With its events.
 *
 * @throws PageProblem `not_found` for what is unknown, malformed or another company's; `unavailable` for what is not
 *   found while the log is away
 */
export async function ownNote(
  context: Pick<PanelContext, 'store' | 'pool' | 'reads'>,
  company: CompanyId,
  named: string,
): Promise<OwnNote> {
  const { store, pool, reads } = context
  const id = UUID.test(named) ? named.toLowerCase() : await idByNumber(context, company, named)
  if (id === undefined) throw new PageProblem('not_found')
  const read = await reads.log.read(() => loadNote(store, id))
  if (read === undefined) {
    const kept = await recordedNote(pool, company, id)
    if (kept === undefined) throw unavailable()
    return { ...kept, behind: true }
  }
  if (read.value?.note.company_id !== company) throw new PageProblem('not_found')
  return { ...read.value, behind: false }
}

async function idByNumber(
  { pool, reads }: Pick<PanelContext, 'pool' | 'reads'>,
  company: CompanyId,
  named: string,
): Promise<string | undefined> {
  const number = parseEcmrNumber(named)
  if (number === undefined) return undefined
  const isFresh = await reads.waitFor('list')
  const id = await noteIdByNumber(pool, company, number)
  if (id === undefined && !isFresh) throw unavailable()
  return id
}

function unavailable(): PageProblem {
  return new PageProblem('unavailable', { 'retry-after': '5' })
}
