import { webhookEvents } from '@ecmr/contract'
import { findDelivery, testEndpoint, waitForOutcome } from '@ecmr/webhooks'
import type { FastifyReply } from 'fastify'
import { valuesOf } from '../../../forms/form.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { done, webhookCommand } from '../webhook-command.js'

/** Longer than an attempt may take, shorter than people are patient. */
const LONGEST_WAIT_MS = 20_000

/** A worker sends it: this process never connects to customers. */
export const testWebhookPages: Pages = (app, { pool, asked }) => {
  app.post<{ Params: { id: string } }>(
    '/webhooks/:id/probar',
    { config: { access: 'owner' } },
    async (request, reply) => {
      const { id } = request.params
      const event = webhookEvents.find((each) => each === valuesOf(request).event)
      const command = webhookCommand(request, { id, action: 'test', says: event })
      const deliveryId = done(await testEndpoint({ pool }, { ...command, ...(event && { event }) }))
      const given = asked === undefined ? [] : [asked]
      const signal = AbortSignal.any([goneAway(reply), ...given])
      await waitForOutcome(pool, deliveryId, { timeoutMs: LONGEST_WAIT_MS, signal })
      const delivery = await findDelivery(pool, signedIn(request).company.id, id, deliveryId)
      return reply.seeOther(
        `/webhooks/${id}/entregas/${deliveryId}`,
        delivery?.status === 'delivered' ? 'webhook_test_arrived' : undefined,
      )
    },
  )
}

/** Aborts when nobody waits for the answer any more. `request.signal` would as soon as the body is read. */
function goneAway({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
