import { recordAudit } from '@ecmr/accounts'
import { replayBody, replayView } from '@ecmr/contract'
import { type ReplayRequested, requestReplay as replay } from '@ecmr/webhooks'
import type { Route } from '../../../../api-server.js'
import type { ApiContext } from '../../../../context.js'
import { Problem } from '../../../../problems/problem.js'
import { notFoundProblem, writeProblems } from '../../../problem-answers.js'
import { commandWebhook } from '../webhook-command.js'
import { webhookParams } from '../webhook-params.js'

/** A notifier carries it out: it may take hours, and goes on when processes are stopped and started. */
export const requestReplay: Route = (app, context) => {
  const { pool, store: log } = context
  app.post(
    '/api/webhooks/:id/replay',
    {
      config: { access: 'webhooks' },
      schema: {
        operationId: 'replayWebhook',
        tags: ['Webhooks'],
        summary: 'Send past events again, or for the first time: also those from before the webhook existed',
        params: webhookParams,
        body: replayBody,
        response: { 202: replayView, ...writeProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const {
        body,
        params: { id },
      } = request
      await mustHaveHistory(context)
      const view = await commandWebhook(context, { request, reply, id }, async (command) =>
        begun(await replay({ pool, log, recordAudit }, { ...command, ...body })),
      )
      reply.code(202).header('location', `/api/webhooks/${id}/replays/${view.id}`)
      return view
    },
  )
}

/** Where a replay would find its events. */
async function mustHaveHistory({ positions, store }: ApiContext): Promise<void> {
  if (store.isPosition(await positions.position('history'))) return
  throw new Problem(
    'unavailable',
    'The log was moved and the histories are being rebuilt. Try again later.',
    {
      headers: { 'retry-after': '60' },
    },
  )
}

type Begun = Exclude<ReplayRequested, { reason: 'invalid' | 'replay_under_way' }>

function begun(requested: ReplayRequested): Begun {
  if (requested.ok) return requested
  switch (requested.reason) {
    case 'invalid':
      throw new Problem('invalid_request', 'Fix the range to be replayed.', { errors: requested.faults })
    case 'replay_under_way':
      throw new Problem(
        'replay_under_way',
        `Replay ${requested.replayId} is in progress; wait until it ends or cancel it.`,
      )
    default:
      return requested
  }
}
