import { webhookListView } from '@ecmr/contract'
import { listEndpoints, MOST_ENDPOINTS } from '@ecmr/webhooks'
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
    async (request) => {
      const data = await listEndpoints(pool, request.caller.company)
      return { data, pagination: onOnePage(data.length) }
    },
  )
}

function onOnePage(total: number) {
  return {
    page: 1,
    limit: MOST_ENDPOINTS,
    total,
    total_is_exact: true,
    total_pages: Math.min(total, 1),
    has_more: false,
    next_cursor: null,
  }
}
