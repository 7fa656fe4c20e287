import { replayListView } from '@ecmr/contract'
import { listReplays as list } from '@ecmr/webhooks'
import type { Route } from '../../../../api-server.js'
import { notFound } from '../../../../problems/not-found.js'
import { notFoundProblem, readProblems } from '../../../problem-answers.js'
import { webhookParams } from '../webhook-params.js'

export const listReplays: Route = (app, { pool }) => {
  app.get(
    '/api/webhooks/:id/replays',
    {
      config: { access: 'webhooks' },
      schema: {
        operationId: 'listWebhookReplays',
        tags: ['Webhooks'],
        summary: 'List the latest replays of a webhook, newest first',
        params: webhookParams,
        response: { 200: replayListView, ...readProblems, ...notFoundProblem },
      },
    },
    async (request) => {
      const data = await list(pool, request.caller.company, request.params.id)
      if (data === undefined) throw notFound()
      return { data }
    },
  )
}
