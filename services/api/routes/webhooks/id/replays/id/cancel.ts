import { emptyBody, replayView } from '@ecmr/contract'
import { cancelReplay as cancel } from '@ecmr/webhooks'
import type { Route } from '../../../../../api-server.js'
import { notFoundProblem, writeProblems } from '../../../../problem-answers.js'
import { commandWebhook } from '../../webhook-command.js'
import { replayParams } from '../../webhook-params.js'

export const cancelReplay: Route = (app, context) => {
  const { pool } = context
  app.post(
    '/api/webhooks/:id/replays/:replay_id/cancel',
    {
      config: { access: 'webhooks', body: 'optional' },
      schema: {
        operationId: 'cancelWebhookReplay',
        tags: ['Webhooks'],
        summary:
          'Cancel a replay: what it has queued and still waits is not sent. Stays as it is when nothing waits any more',
        params: replayParams,
        body: emptyBody,
        response: { 200: replayView, ...writeProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { id, replay_id: replayId } = request.params
      return commandWebhook(context, { request, reply, id }, (command) =>
        cancel({ pool }, { ...command, replayId }),
      )
    },
  )
}
