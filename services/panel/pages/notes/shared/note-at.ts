import { type Note, replay } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { PageProblem } from '../../../problems/page-problem.js'

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
