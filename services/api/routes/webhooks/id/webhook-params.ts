import { closed } from '@ecmr/contract'
import { Type } from '@sinclair/typebox'

/** Any text is let through to the handler: what is malformed is answered like what is unknown. */
export const webhookParams = closed({ id: Type.String({ description: 'The webhook' }) })

export const deliveryParams = closed({
  ...webhookParams.properties,
  delivery_id: Type.String({ description: 'The delivery: the `webhook-id` header' }),
})

export const replayParams = closed({
  ...webhookParams.properties,
  replay_id: Type.String({ description: 'The replay' }),
})
