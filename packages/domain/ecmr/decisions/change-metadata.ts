import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, refuse, type Verdict } from '../decision.js'
import { changedMetadata, tooManyKeys, withMetadata } from '../metadata.js'
import { refuseFull } from '../note-limits.js'
import type { Note } from '../state.js'

/**
 * Metadata can change at any time, also of a note that is delivered or cancelled. They are no content: signatures stay good, no
 * reason is asked for, and documents stay as they are.
 */
export function changeMetadata(
  note: Note,
  command: CommandOf<'change_metadata'>,
  context: DecisionContext,
): Verdict {
  const changed = changedMetadata(note.metadata, command.metadata)
  if (changed === undefined) return accept()
  const tooMany = tooManyKeys(withMetadata(note.metadata, changed.metadata))
  if (tooMany !== undefined)
    return refuse('too_many', tooMany, {
      errors: [{ pointer: '/metadata', code: 'too_many', message: tooMany }],
    })
  return refuseFull(note, context) ?? accept({ type: 'MetadataChanged', data: changed })
}
