import { recordAudit } from '@ecmr/accounts'
import { registeredWebhookView, rotateSecretBody } from '@ecmr/contract'
import { rotateSecret } from '@ecmr/webhooks'
import type { Route } from '../../../api-server.js'
import { notFoundProblem, writeProblems } from '../../problem-answers.js'
import { commandWebhook } from './webhook-command.js'
import { webhookParams } from './webhook-params.js'

export const rotateWebhookSecret: Route = (app, context) => {
  const { pool, webhooks } = context
  app.post(
    '/api/webhooks/:id/rotate-secret',
    {
      config: { access: 'webhooks', body: 'optional' },
      schema: {
        operationId: 'rotateWebhookSecret',
        tags: ['Webhooks'],
        summary: 'Give a webhook a new signing secret, shown this once; the old one signs too for a while',
        params: webhookParams,
        body: rotateSecretBody,
        response: { 200: registeredWebhookView, ...writeProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { overlap_hours } = request.body
      const { id } = request.params
      const rotated = await commandWebhook(context, { request, reply, id }, (command) =>
        rotateSecret(
          { pool, recordAudit, ...webhooks },
          { ...command, ...(overlap_hours !== undefined && { overlapHours: overlap_hours }) },
        ),
      )
      reply.header('cache-control', 'no-store')
      return { ...rotated.endpoint, secret: rotated.secret }
    },
  )
}
