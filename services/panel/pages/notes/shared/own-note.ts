import { type NoteRead, readNote } from '@ecmr/application'
import { type CompanyId, type Note, replay } from '@ecmr/domain'
import type { PanelContext } from '../../../context.js'
import { PageProblem } from '../../../problems/page-problem.js'

export type FoundNote = Extract<NoteRead, { outcome: 'found' }>

/**
 * A company's own note by its id or number, with its events (see `readNote`). For pages about what stays with the note's company;
 * those that a share opens as well call `seenNote`.
 *
 * @throws PageProblem as `seenNote`; `not_permitted` for what another company shares
 */
export async function ownNote(
  context: Pick<PanelContext, 'store' | 'pool' | 'reads'>,
  company: CompanyId,
  named: string,
): Promise<FoundNote> {
  const found = await seenNote(context, company, named)
  if (found.access.kind !== 'own') throw new PageProblem('not_permitted')
  return found
}

/**
 * A note that is a company's own or shared with it, with what it may do.
 *
 * @throws PageProblem `not_found` for what is unknown, malformed or another company's; `unavailable` for what is not
 *   found while the log is away
 */
export async function seenNote(
  context: Pick<PanelContext, 'store' | 'pool' | 'reads'>,
  company: CompanyId,
  named: string,
): Promise<FoundNote> {
  const read = await readNote(context, company, named)
  if (read.outcome === 'found') return read
  throw read.outcome === 'not_found' ? new PageProblem('not_found') : unavailable()
}

/** Something that is not part of a note as it was read: what was just recorded is missing while the log is away. */
export function notInNote({ behind }: Pick<FoundNote, 'behind'>): PageProblem {
  return behind ? unavailable() : new PageProblem('not_found')
}

/**
 * A note as it was when a form was made of it.
 *
 * @param version as the form says it
 * @throws PageProblem when the note has had no such version
 */
export function noteAt({ note, events, behind }: Omit<FoundNote, 'access'>, version: string): Note {
  const upTo = /^\d{1,9}$/.test(version) ? Number(version) : 0
  if (upTo > note.version && behind) throw unavailable()
  if (upTo < 1 || upTo > note.version) throw new PageProblem('malformed')
  return replay(events.slice(0, upTo)).note ?? note
}

function unavailable(): PageProblem {
  return new PageProblem('unavailable', { 'retry-after': '5' })
}
