import type { DeliveryDetailsView } from '@ecmr/contract'
import { findDelivery } from '@ecmr/webhooks'
import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '../../../../../context.js'
import { notFound } from '../../../../../problems/not-found.js'

/** A delivery to one of the caller's webhooks, as answers show it. Throws a Problem when there is none. */
export async function deliveryAnswer(
  { pool }: Pick<ApiContext, 'pool'>,
  request: FastifyRequest,
  { id, delivery_id }: { readonly id: string; readonly delivery_id: string },
): Promise<DeliveryDetailsView> {
  const delivery = await findDelivery(pool, request.caller.company, id, delivery_id)
  if (delivery === undefined) throw notFound()
  return { ...delivery, payload: JSON.parse(new TextDecoder().decode(delivery.payload)) }
}
