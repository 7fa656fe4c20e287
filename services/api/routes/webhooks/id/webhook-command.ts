import { metadataLimits } from '@ecmr/domain'
import type { Commanded, EndpointCommand } from '@ecmr/webhooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf, clientKeyOf } from '../../../commands/caller.js'
import type { ApiContext } from '../../../context.js'
import { answerOf } from '../../../problems/from-outcome.js'
import { notFound } from '../../../problems/not-found.js'
import { Problem } from '../../../problems/problem.js'

/** Why a command on a webhook is refused. */
type Refused =
  | 'disabled_by_operator'
  | 'too_many_keys'
  | 'webhook_disabled'
  | 'under_way'
  | 'too_many_secrets'

interface Asked {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** of the webhook, as the path has it */
  readonly id: string
}

/**
 * Does what a request wants of a webhook, once for each idempotency key; a header says when it had been done before.
 * Throws a Problem when it is refused.
 */
export async function commandWebhook<View>(
  { idempotency }: Pick<ApiContext, 'idempotency'>,
  { request, reply, id }: Asked,
  work: (command: EndpointCommand) => Promise<Commanded<View, Refused>>,
): Promise<View> {
  const { company } = request.caller
  const actor = actorOf(request.caller)
  const attempted = await idempotency.run(company, clientKeyOf(request), ({ commandId }) =>
    work({ company, id, commandId, actor, correlationId: request.id }),
  )
  const done = answerOf(attempted)
  if (!done.ok) throw problemOf(done.reason)
  if (done.replayed) reply.header('idempotent-replayed', 'true')
  return done.view
}

function problemOf(reason: Refused | 'not_found'): Problem {
  switch (reason) {
    case 'not_found':
      return notFound()
    case 'webhook_disabled':
      return new Problem('webhook_disabled', 'The webhook is disabled; enable it first.')
    case 'disabled_by_operator':
      return new Problem(
        'webhook_disabled_by_operator',
        'The operator of this service has disabled the webhook; only the operator can enable it.',
      )
    case 'too_many_keys':
      return new Problem(
        'too_many',
        `A webhook has at most ${metadataLimits.keys} keys of metadata; remove some with null.`,
      )
    case 'too_many_secrets':
      return new Problem(
        'too_many_secrets',
        'Earlier rotations have not ended yet; wait until they do, or send overlap_hours 0 to end them now.',
      )
    case 'under_way':
      return new Problem(
        'delivery_under_way',
        'An attempt at this delivery is in progress; check its result first.',
        { headers: { 'retry-after': '1' } },
      )
  }
}
