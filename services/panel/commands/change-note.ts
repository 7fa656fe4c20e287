import type { CommandOutcome } from '@ecmr/application'
import type { EcmrCommand } from '@ecmr/domain'
import type { FastifyRequest } from 'fastify'
import type { PanelContext } from '../context.js'
import { signedIn } from '../panel-server.js'
import { actorOf } from './actor.js'
import { commandIdOf } from './command-id.js'

/** What a form wants of a note. */
export interface Change {
  readonly noteId: string
  /** such as `sign` */
  readonly action: string
  /** what the form's hidden field holds */
  readonly once: string
  /** what the form says; the same form sent again says the same */
  readonly says: unknown
  readonly commands: (commandId: string) => readonly EcmrCommand[]
  /** the version that the note must have */
  readonly ifMatch?: number
}

/**
 * Changes a note by a form of whoever sent it. The same form sent again changes nothing more.
 *
 * @throws StoreUnavailable, OutcomeUnknown as `CommandHandler`; the same form may be sent again
 */
export async function changeNote(
  { commands }: Pick<PanelContext, 'commands'>,
  request: FastifyRequest,
  change: Change,
): Promise<CommandOutcome> {
  const commandId = changeId(request, change)
  const person = signedIn(request)
  return commands.handle({
    id: change.noteId,
    company: person.company.id,
    commandId,
    commands: change.commands(commandId),
    actor: actorOf(person),
    correlationId: request.id,
    ...(change.ifMatch !== undefined && { ifMatch: change.ifMatch }),
  })
}

/** The id under which a change is on record, once it is. */
export function changeId(
  request: FastifyRequest,
  { noteId, action, once, says }: Pick<Change, 'noteId' | 'action' | 'once' | 'says'>,
): string {
  const { company, user } = signedIn(request)
  return commandIdOf({ company: company.id, user: user.id, action, note: noteId, once }, says)
}
