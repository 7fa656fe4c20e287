import { deliveryListQuery, deliveryListView, LARGEST_PAGE } from '@ecmr/contract'
import { faultsOfQuery, listDeliveries } from '@ecmr/webhooks'
import type { Route } from '../../../../api-server.js'
import { notFound } from '../../../../problems/not-found.js'
import { Problem } from '../../../../problems/problem.js'
import { pageLinks, withQuery } from '../../../../records/page-links.js'
import { notFoundProblem, readProblems } from '../../../problem-answers.js'
import { webhookParams } from '../webhook-params.js'

export const listWebhookDeliveries: Route = (app, { pool }) => {
  app.get(
    '/api/webhooks/:id/deliveries',
    {
      config: { access: 'webhooks', expensive: true },
      schema: {
        operationId: 'listWebhookDeliveries',
        tags: ['Webhooks'],
        summary: 'List what was sent to a webhook, or is about to be, newest first',
        params: webhookParams,
        querystring: deliveryListQuery,
        response: { 200: deliveryListView, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const limit = Math.min(request.query.limit, LARGEST_PAGE)
      const query = { ...request.query, limit }
      const { company } = request.caller
      const errors = faultsOfQuery(query, { company, endpointId: request.params.id })
      if (errors.length > 0) throw new Problem('invalid_request', 'Fix the query parameters.', { errors })
      const page = await listDeliveries(pool, company, request.params.id, query)
      if (page === undefined) throw notFound()
      const { data, next_cursor } = page
      const next = next_cursor === null ? undefined : withQuery(request.url, { cursor: next_cursor })
      if (next !== undefined) reply.header('link', pageLinks({ next }))
      return { data, pagination: { limit, has_more: next_cursor !== null, next_cursor } }
    },
  )
}
