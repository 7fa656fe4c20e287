import { type CompanyId, parseEcmrNumber } from '@ecmr/domain'
import { loadNote } from '@ecmr/event-store'
import { noteIdByNumber } from '@ecmr/read-models'
import type { PanelContext } from '../../context.js'
import { PageProblem } from '../../problems/page-problem.js'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Loaded = NonNullable<Awaited<ReturnType<typeof loadNote>>>

/**
 * A company's note by its id or number, folded from its own stream, so never stale; with its events.
 *
 * @throws PageProblem `not_found` for what is unknown, malformed or another company's
 */
export async function ownNote(
  context: Pick<PanelContext, 'store' | 'pool' | 'reads'>,
  company: CompanyId,
  named: string,
): Promise<Loaded> {
  const id = UUID.test(named) ? named.toLowerCase() : await idByNumber(context, company, named)
  const loaded = id === undefined ? null : await loadNote(context.store, id)
  if (loaded?.note.company_id !== company) throw new PageProblem('not_found')
  return loaded
}

async function idByNumber(
  { pool, reads }: Pick<PanelContext, 'pool' | 'reads'>,
  company: CompanyId,
  named: string,
): Promise<string | undefined> {
  const number = parseEcmrNumber(named)
  if (number === undefined) return undefined
  await reads.waitFor('list')
  return noteIdByNumber(pool, company, number)
}
