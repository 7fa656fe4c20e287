import type { CommandOutcome } from '@ecmr/application'
import type { EcmrFields } from '@ecmr/domain'
import type { FastifyRequest } from 'fastify'
import type { PanelContext } from '../context.js'
import { signedIn } from '../panel-server.js'
import { actorOf } from './actor.js'
import { commandIdOf, noteIdFrom } from './command-id.js'

/**
 * Creates a note of a form for the company of whoever sent it. The same form sent again leads to the same note; one that
 * was changed meanwhile is refused as `already_exists`.
 *
 * @param once what the form's hidden field holds
 * @throws StoreUnavailable, OutcomeUnknown as `CommandHandler`; the same form may be sent again
 */
export async function createNote(
  { commands, numbers }: Pick<PanelContext, 'commands' | 'numbers'>,
  request: FastifyRequest,
  { once, fields }: { readonly once: string; readonly fields: EcmrFields },
): Promise<{ readonly id: string; readonly outcome: CommandOutcome }> {
  const person = signedIn(request)
  const { company, user } = person
  const form = { company: company.id, user: user.id, action: 'create', once }
  const id = noteIdFrom(form)
  const ecmr_number = await numbers.next()
  const outcome = await commands.handle({
    id,
    company: company.id,
    commandId: commandIdOf(form, fields),
    commands: [{ type: 'create', id, ecmr_number, company_id: company.id, policy: company.policy, fields }],
    actor: actorOf(person),
    correlationId: request.id,
  })
  return { id, outcome }
}
