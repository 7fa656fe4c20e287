import { recordReservation } from '@ecmr/application'
import { reservationBody } from '@ecmr/contract'
import type { Route } from '../../../api-server.js'
import { command, commandSchema } from './command-route.js'
import { noteParams } from './note-params.js'

export const recordEcmrReservation: Route = (app, context) => {
  app.post(
    '/api/ecmrs/:id/reservations',
    {
      config: { access: 'ecmrs:write' },
      schema: commandSchema({
        operationId: 'recordEcmrReservation',
        summary: 'Record a reservation',
        params: noteParams,
        body: reservationBody,
      }),
    },
    async (request, reply) =>
      command(context, request, reply, request.params.id, (commandId) => [
        recordReservation(request.body, commandId),
      ]),
  )
}
