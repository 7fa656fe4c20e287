import { replayView } from '@ecmr/contract'
import { findReplay } from '@ecmr/webhooks'
import type { Route } from '../../../../../api-server.js'
import { notFound } from '../../../../../problems/not-found.js'
import { notFoundProblem, readProblems } from '../../../../problem-answers.js'
import { replayParams } from '../../webhook-params.js'

export const readReplay: Route = (app, { pool }) => {
  app.get(
    '/api/webhooks/:id/replays/:replay_id',
    {
      config: { access: 'webhooks' },
      schema: {
        operationId: 'readWebhookReplay',
        tags: ['Webhooks'],
        summary: 'Read one replay: how far it is',
        params: replayParams,
        response: { 200: replayView, ...readProblems, ...notFoundProblem },
      },
    },
    async (request) => {
      const { id, replay_id } = request.params
      const replay = await findReplay(pool, request.caller.company, { id: replay_id, endpointId: id })
      if (replay === undefined) throw notFound()
      return replay
    },
  )
}
