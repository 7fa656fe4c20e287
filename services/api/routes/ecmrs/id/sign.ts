import { sign } from '@ecmr/application'
import { signatureBody } from '@ecmr/contract'
import type { Route } from '../../../api-server.js'
import { bodyLimits } from '../../../body-limits.js'
import { withStorablePicture } from '../../../signatures/with-storable-picture.js'
import { command, commandSchema } from './command-route.js'
import { noteParams } from './note-params.js'

export const signEcmr: Route = (app, context) => {
  app.post(
    '/api/ecmrs/:id/signatures',
    {
      config: { access: 'ecmrs:write' },
      bodyLimit: bodyLimits.picture,
      schema: commandSchema({
        operationId: 'signEcmr',
        summary: 'Sign a consignment note',
        params: noteParams,
        body: signatureBody,
      }),
    },
    async (request, reply) => {
      const signature = await withStorablePicture(context, request, reply, request.body)
      return command(context, request, reply, request.params.id, () => [sign(signature)])
    },
  )
}
