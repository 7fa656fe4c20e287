import { deliveryDetailsView, testWebhookBody } from '@ecmr/contract'
import { disconnectSignal } from '@ecmr/web'
import { testEndpoint, waitForOutcome } from '@ecmr/webhooks'
import type { Route } from '../../../api-server.js'
import { notFoundProblem, writeProblems } from '../../problem-answers.js'
import { deliveryAnswer } from './deliveries/id/delivery-answer.js'
import { commandWebhook } from './webhook-command.js'
import { webhookParams } from './webhook-params.js'

/** Longer than an attempt may take, shorter than clients are patient. */
const LONGEST_WAIT_MS = 20_000

/** A worker sends it: this process never connects to customers. */
export const testWebhook: Route = (app, context) => {
  const { pool, shutdownSignal } = context
  app.post(
    '/api/webhooks/:id/test',
    {
      config: { access: 'webhooks', body: 'optional' },
      schema: {
        operationId: 'testWebhook',
        tags: ['Webhooks'],
        summary: 'Send a webhook an example notification, once, and see what it answers',
        params: webhookParams,
        body: testWebhookBody,
        response: {
          200: deliveryDetailsView,
          202: {
            description: 'Still under way; the delivery in Location shows the outcome',
            content: { 'application/json': { schema: deliveryDetailsView } },
          },
          ...writeProblems,
          ...notFoundProblem,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const delivery_id = await commandWebhook(context, { request, reply, id }, (command) =>
        testEndpoint({ pool }, { ...command, ...request.body }),
      )
      const given = shutdownSignal === undefined ? [] : [shutdownSignal]
      const signal = AbortSignal.any([disconnectSignal(reply), ...given])
      await waitForOutcome(pool, delivery_id, { timeoutMs: LONGEST_WAIT_MS, signal })
      const delivery = await deliveryAnswer(context, request, { id, delivery_id })
      reply.header('location', `/api/webhooks/${id}/deliveries/${delivery_id}`)
      return reply.code(delivery.status === 'pending' ? 202 : 200).send(delivery)
    },
  )
}
