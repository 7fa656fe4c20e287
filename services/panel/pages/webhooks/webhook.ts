import { type Commanded, type Endpoint, type EndpointCommand, findEndpoint } from '@ecmr/webhooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf, commandIdOf } from '../../commands/caller.js'
import type { PanelContext } from '../../context.js'
import { valuesOf } from '../../forms/form.js'
import { signedIn } from '../../panel-server.js'
import type { PageData } from '../../plugins/rendering.js'
import { PageProblem } from '../../problems/page-problem.js'
import { texts } from './texts.js'

/** Why a command to a webhook is refused. */
export type Refused =
  | 'disabled_by_operator'
  | 'webhook_disabled'
  | 'under_way'
  | 'too_many_secrets'
  | 'too_many_keys'

/** What a form wants of a webhook. */
interface Asked {
  /** of the webhook, as the path has it; of a new one none yet */
  readonly id: string
  /** such as `rotate_secret` */
  readonly action: string
  /** what the form says; the same form sent again says the same */
  readonly says?: unknown
}

/**
 * The command that a form gives; the same form sent again gives the same one.
 *
 * @throws PageProblem when the form has no id that we issued
 */
export function webhookCommand(
  request: FastifyRequest,
  { id, action, says = null }: Asked,
): EndpointCommand & { readonly commandId: string } {
  const person = signedIn(request)
  const { once = '' } = valuesOf(request)
  return {
    company: person.company.id,
    id,
    commandId: commandIdOf(request, { action: `webhook ${id} ${action}`, once, says }),
    actor: actorOf(person),
    correlationId: request.id,
  }
}

/** What was done, or why it is refused. Whatever is not the company's is not there. */
export function outcomeOf<View, R extends Refused>(
  commanded: Commanded<View, R>,
): { readonly view: View; readonly replayed: boolean } | { readonly refused: R } {
  if (commanded.ok) return { view: commanded.view, replayed: commanded.replayed }
  if (commanded.reason === 'not_found') throw new PageProblem('not_found')
  return { refused: commanded.reason }
}

/** What was done, when nothing but an unknown webhook stands in the way. */
export function done<View>(commanded: Commanded<View>): View {
  if (!commanded.ok) throw new PageProblem('not_found')
  return commanded.view
}

/** One of the company's webhooks, as the path names it. */
export async function webhookOf(
  { pool }: Pick<PanelContext, 'pool'>,
  request: FastifyRequest,
  id: string,
): Promise<Endpoint> {
  const webhook = await findEndpoint(pool, signedIn(request).company.id, id)
  if (webhook === undefined) throw new PageProblem('not_found')
  return webhook
}

/** A page about webhooks, with their texts. */
export function webhookPage(reply: FastifyReply, template: string, data: PageData): FastifyReply {
  const t = texts[reply.request.visitor.language]
  const styles = ['webhooks.css']
  return reply.page(`pages/webhooks/${template}`, { section: 'webhooks', styles, t, ...data })
}
