import { recordAudit } from '@ecmr/accounts'
import { deleteEndpoint } from '@ecmr/webhooks'
import { Type } from '@sinclair/typebox'
import type { Route } from '../../../api-server.js'
import { notFoundProblem, writeProblems } from '../../problem-answers.js'
import { commandWebhook } from './webhook-command.js'
import { webhookParams } from './webhook-params.js'

export const deleteWebhook: Route = (app, context) => {
  const { pool } = context
  app.delete(
    '/api/webhooks/:id',
    {
      config: { access: 'webhooks' },
      schema: {
        operationId: 'deleteWebhook',
        tags: ['Webhooks'],
        summary: 'Delete a webhook; what waits for it is not sent any more',
        params: webhookParams,
        response: {
          204: Type.Null({ description: 'Deleted' }),
          ...writeProblems,
          ...notFoundProblem,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await commandWebhook(context, { request, reply, id }, (command) =>
        deleteEndpoint({ pool, recordAudit }, command),
      )
      return reply.code(204).send(null)
    },
  )
}
