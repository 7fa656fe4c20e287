import { webhookView } from '@ecmr/contract'
import { findEndpoint } from '@ecmr/webhooks'
import type { Route } from '../../../api-server.js'
import { notFound } from '../../../problems/not-found.js'
import { notFoundProblem, readProblems } from '../../problem-answers.js'
import { webhookParams } from './webhook-params.js'

export const readWebhook: Route = (app, { pool }) => {
  app.get(
    '/api/webhooks/:id',
    {
      config: { access: 'webhooks' },
      schema: {
        operationId: 'readWebhook',
        tags: ['Webhooks'],
        summary: 'Read one webhook',
        params: webhookParams,
        response: { 200: webhookView, ...readProblems, ...notFoundProblem },
      },
    },
    async (request) => {
      const endpoint = await findEndpoint(pool, request.caller.company, request.params.id)
      if (endpoint === undefined) throw notFound()
      return endpoint
    },
  )
}
