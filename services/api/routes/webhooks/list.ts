import { webhookListView } from '@ecmr/http-contract'
import { listEndpoints } from '@ecmr/webhooks'
import type { Route } from '../../api-server.js'
import { readProblems } from '../problem-answers.js'

export const listWebhooks: Route = (app, { pool }) => {
  app.get(
    '/api/webhooks',
    {
      config: { access: 'webhooks' },
      schema: {
        operationId: 'listWebhooks',
        tags: ['Webhooks'],
        summary: 'List the webhooks of your company, newest first',
        response: { 200: webhookListView, ...readProblems },
      },
    },
    async (request) => ({ data: await listEndpoints(pool, request.caller.company) }),
  )
}
