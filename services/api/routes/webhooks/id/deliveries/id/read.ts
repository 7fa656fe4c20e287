import { deliveryDetailsView } from '@ecmr/contract'
import type { Route } from '../../../../../api-server.js'
import { notFoundProblem, readProblems } from '../../../../problem-answers.js'
import { deliveryParams } from '../../webhook-params.js'
import { deliveryAnswer } from './delivery-answer.js'

export const readDelivery: Route = (app, context) => {
  app.get(
    '/api/webhooks/:id/deliveries/:delivery_id',
    {
      config: { access: 'webhooks', expensive: true },
      schema: {
        operationId: 'readWebhookDelivery',
        tags: ['Webhooks'],
        summary: 'Read one delivery: what is sent, and every attempt',
        params: deliveryParams,
        response: { 200: deliveryDetailsView, ...readProblems, ...notFoundProblem },
      },
    },
    async (request) => deliveryAnswer(context, request, request.params),
  )
}
