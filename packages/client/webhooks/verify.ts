import type { Webhooks } from '../generated/types.js'
import { signatureFault } from './signature-fault.js'

/**
 * What a webhook receives. Look at `type`, and leave aside what you do not know: later versions send others to webhooks that name
 * them.
 */
export type Notification = Webhooks['body']

/** A request that is not, or not any more, one of the service: answer 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/** A request to a webhook, as it came. */
export interface WebhookRequest {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** the body byte for byte: parsed and written again it has another signature */
  readonly body: string | Uint8Array
}

/** What requests are verified by. */
export interface WebhookVerification {
  /** the webhook's secret, `whsec_…`; several while one replaces another */
  readonly secret: string | readonly string[]
  /** how old or early a request may be, in seconds; 300 unless given */
  readonly toleranceSeconds?: number
  /** milliseconds since 1970; the clock's unless given */
  readonly now?: number
}

/**
 * The notification in a request to your webhook, when its signature and its time are right (Standard Webhooks).
 *
 * @throws WebhookError when they are not
 * @example
 * const notification = await verifyWebhook({ headers: request.headers, body }, { secret })
 * if (notification.type === 'ecmr.delivered') console.log(notification.data.delivered_at)
 */
export async function verifyWebhook(
  { headers, body }: WebhookRequest,
  { secret, toleranceSeconds = 300, now = Date.now() }: WebhookVerification,
): Promise<Notification> {
  const given = (name: string): string => headerOf(headers, `webhook-${name}`)
  const signed = {
    id: given('id'),
    timestamp: given('timestamp'),
    signatures: given('signature'),
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  }
  const age = Math.abs(now / 1_000 - Number(signed.timestamp))
  if (!/^\d+$/.test(signed.timestamp) || age > toleranceSeconds)
    throw new WebhookError(
      `webhook-timestamp is not within ${toleranceSeconds} s of now: ${signed.timestamp}`,
    )
  const fault = await signatureFault(signed, typeof secret === 'string' ? [secret] : secret)
  if (fault !== undefined) throw new WebhookError(fault)
  return JSON.parse(new TextDecoder().decode(signed.body))
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '') throw new WebhookError(`the header ${name} is missing`)
  return value
}
