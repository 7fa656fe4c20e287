import { recordAudit } from '@ecmr/accounts'
import { deleteEndpoint } from '@ecmr/webhooks'
import { Type } from '@sinclair/typebox'
import type { Route } from '../../../api-server.js'
import { actorOf } from '../../../commands/actor.js'
import { notFound } from '../../../problems/not-found.js'
import { bodyProblems, notFoundProblem, readProblems } from '../../problem-answers.js'
import { webhookParams } from './webhook-params.js'

export const deleteWebhook: Route = (app, { pool }) => {
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
          ...readProblems,
          ...bodyProblems,
          ...notFoundProblem,
        },
      },
    },
    async (request, reply) => {
      const deleted = await deleteEndpoint(
        { pool, recordAudit },
        {
          company: request.caller.company,
          id: request.params.id,
          actor: actorOf(request.caller),
          correlationId: request.id,
        },
      )
      if (!deleted) throw notFound()
      return reply.code(204).send(null)
    },
  )
}
