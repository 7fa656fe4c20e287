import { deliveryDetailsView, emptyBody } from '@ecmr/contract'
import { retryDelivery as retryNow } from '@ecmr/webhooks'
import type { Route } from '../../../../../api-server.js'
import { notFoundProblem, writeProblems } from '../../../../problem-answers.js'
import { commandWebhook } from '../../webhook-command.js'
import { deliveryParams } from '../../webhook-params.js'
import { deliveryAnswer } from './delivery-answer.js'

export const retryDelivery: Route = (app, context) => {
  const { pool } = context
  app.post(
    '/api/webhooks/:id/deliveries/:delivery_id/retry',
    {
      config: { access: 'webhooks', body: 'optional' },
      schema: {
        operationId: 'retryWebhookDelivery',
        tags: ['Webhooks'],
        summary: 'Send a delivery again now, whatever its result; its retry schedule starts again',
        params: deliveryParams,
        body: emptyBody,
        response: { 202: deliveryDetailsView, ...writeProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { id, delivery_id: deliveryId } = request.params
      await commandWebhook(context, { request, reply, id }, (command) =>
        retryNow({ pool }, { ...command, deliveryId }),
      )
      reply.code(202).header('location', `/api/webhooks/${id}/deliveries/${deliveryId}`)
      return deliveryAnswer(context, request, request.params)
    },
  )
}
