import { resolveIncident } from '@ecmr/application'
import { resolutionBody } from '@ecmr/contract'
import type { Route } from '../../../api-server.js'
import { command, commandSchema } from './command-route.js'
import { incidentParams } from './note-params.js'

export const resolveEcmrIncident: Route = (app, context) => {
  app.post(
    '/api/ecmrs/:id/incidents/:incident_id/resolution',
    {
      config: { access: 'ecmrs:write' },
      schema: commandSchema({
        operationId: 'resolveEcmrIncident',
        summary: 'Resolve an incident',
        params: incidentParams,
        body: resolutionBody,
      }),
    },
    async (request, reply) =>
      command(context, request, reply, request.params.id, () => [
        resolveIncident(request.params.incident_id, request.body),
      ]),
  )
}
