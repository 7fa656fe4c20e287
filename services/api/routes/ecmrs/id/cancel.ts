import { cancel } from '@ecmr/application'
import { cancellationBody } from '@ecmr/contract'
import type { Route } from '../../../api-server.js'
import { command, commandSchema } from './command-route.js'
import { noteParams } from './note-params.js'

export const cancelEcmr: Route = (app, context) => {
  app.post(
    '/api/ecmrs/:id/cancellation',
    {
      config: { access: 'ecmrs:write' },
      schema: commandSchema({
        operationId: 'cancelEcmr',
        summary: 'Cancel a consignment note',
        params: noteParams,
        body: cancellationBody,
      }),
    },
    async (request, reply) =>
      command(context, request, reply, request.params.id, () => [cancel(request.body)]),
  )
}
