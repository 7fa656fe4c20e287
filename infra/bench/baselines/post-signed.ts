import { createHmac } from 'node:crypto'
import { Agent, request } from 'undici'

/** A notification that only needs its signature. */
export interface Prepared {
  readonly id: string
  readonly url: URL
  readonly key: Uint8Array
  readonly payload: Uint8Array
}

// What deliveries are held against: the same bodies, read beforehand, signed and posted in a bare loop. Nothing is
// looked at, nothing recorded.

/** Seconds until all have been posted, with so many on their way at once. */
export async function postSigned(deliveries: readonly Prepared[], atOnce: number): Promise<number> {
  const dispatcher = new Agent({ pipelining: 1 })
  const next = deliveries.values()
  const poster = async (): Promise<void> => {
    for (const { id, url, key, payload } of next) {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = createHmac('sha256', key)
        .update(`${id}.${timestamp}.`)
        .update(payload)
        .digest('base64')
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      }
      const { statusCode, body } = await request(url, { method: 'POST', headers, body: payload, dispatcher })
      await body.dump()
      if (statusCode !== 204) throw new Error(`${url} answered ${statusCode}`)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: atOnce }, poster))
  const seconds = (performance.now() - began) / 1000
  await dispatcher.close()
  return seconds
}
