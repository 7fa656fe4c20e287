import { type NoteRead, readNote } from '@ecmr/application'
import { type CompanyId, type Note, replay } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
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

/**
 * A note as it was when a form was made of it.
 *
 * @param version as the form says it
 * @throws PageProblem when the note has had no such version
 */
export function noteAt(
  { note, events }: { readonly note: Note; readonly events: readonly RecordedEvent[] },
  version: string,
): Note {
  const upTo = /^\d{1,9}$/.test(version) ? Number(version) : 0
  if (upTo < 1 || upTo > note.version) throw new PageProblem('malformed')
  return replay(events.slice(0, upTo)).note ?? note
}
