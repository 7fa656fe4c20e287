import { Type } from '@sinclair/typebox'
import { bodyOf } from '../harness/body-of.js'

const registered = Type.Object({ id: Type.String(), secret: Type.String() })

/** A webhook as the one who registered it knows it. */
export interface Subscription {
  readonly id: string
  readonly secret: string
}

/**
 * Registers a receiver.
 *
 * @param service where the API is
 * @param wish the body of `POST /api/webhooks`
 */
export async function subscribe(
  service: string,
  key: string,
  wish: { readonly url: string; readonly events: readonly string[]; readonly max_per_second?: number },
): Promise<Subscription> {
  const answer = await fetch(`${service}/api/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(wish),
  })
  if (answer.status !== 201) throw new Error(`webhook not registered: ${await answer.text()}`)
  return bodyOf(answer, registered)
}
