import { revertDelivery } from '@ecmr/application'
import { deliveryReversalBody } from '@ecmr/contract'
import type { Route } from '../../../api-server.js'
import { command, commandSchema } from './command-route.js'
import { noteParams } from './note-params.js'

export const revertEcmrDelivery: Route = (app, context) => {
  app.post(
    '/api/ecmrs/:id/delivery-reversal',
    {
      config: { access: 'ecmrs:write' },
      schema: commandSchema({
        operationId: 'revertEcmrDelivery',
        summary: 'Take back a delivery that was recorded by mistake',
        params: noteParams,
        body: deliveryReversalBody,
      }),
    },
    async (request, reply) =>
      command(context, request, reply, request.params.id, () => [revertDelivery(request.body)]),
  )
}
