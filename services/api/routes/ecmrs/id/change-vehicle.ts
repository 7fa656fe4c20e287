import { changeVehicle } from '@ecmr/application'
import { vehicleChangeBody } from '@ecmr/contract'
import type { Route } from '../../../api-server.js'
import { command, commandSchema } from './command-route.js'
import { noteParams } from './note-params.js'

export const changeEcmrVehicle: Route = (app, context) => {
  app.post(
    '/api/ecmrs/:id/vehicle-changes',
    {
      config: { access: 'ecmrs:write' },
      schema: commandSchema({
        operationId: 'changeEcmrVehicle',
        summary: 'Record another vehicle or driver on the way',
        params: noteParams,
        body: vehicleChangeBody,
      }),
    },
    async (request, reply) =>
      command(context, request, reply, request.params.id, () => [changeVehicle(request.body)]),
  )
}
