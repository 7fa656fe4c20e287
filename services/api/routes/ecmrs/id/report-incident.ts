import { reportIncident } from '@ecmr/application'
import { incidentBody } from '@ecmr/contract'
import type { Route } from '../../../api-server.js'
import { command, commandSchema } from './command-route.js'
import { noteParams } from './note-params.js'

export const reportEcmrIncident: Route = (app, context) => {
  app.post(
    '/api/ecmrs/:id/incidents',
    {
      config: { access: 'ecmrs:write' },
      schema: commandSchema({
        operationId: 'reportEcmrIncident',
        summary: 'Report an incident on the shipment',
        params: noteParams,
        body: incidentBody,
      }),
    },
    async (request, reply) =>
      command(context, request, reply, request.params.id, (commandId) => [
        reportIncident(request.body, commandId),
      ]),
  )
}
