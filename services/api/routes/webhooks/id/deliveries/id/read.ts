import { deliveryDetailsView } from '@ecmr/http-contract'
import { findDelivery } from '@ecmr/webhooks'
import type { Route } from '../../../../../api-server.js'
import { notFound } from '../../../../../problems/not-found.js'
import { notFoundProblem, readProblems } from '../../../../problem-answers.js'
import { deliveryParams } from '../../webhook-params.js'

export const readDelivery: Route = (app, { pool }) => {
  app.get(
    '/api/webhooks/:id/deliveries/:delivery_id',
    {
      config: { access: 'webhooks' },
      schema: {
        operationId: 'readWebhookDelivery',
        tags: ['Webhooks'],
        summary: 'Read one delivery: what is sent, and every attempt',
        params: deliveryParams,
        response: { 200: deliveryDetailsView, ...readProblems, ...notFoundProblem },
      },
    },
    async (request) => {
      const { id, delivery_id } = request.params
      const delivery = await findDelivery(pool, request.caller.company, id, delivery_id)
      if (delivery === undefined) throw notFound()
      return { ...delivery, payload: JSON.parse(new TextDecoder().decode(delivery.payload)) }
    },
  )
}
