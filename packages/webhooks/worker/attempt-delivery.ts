import type { SecretBox } from '../endpoints/secret-box.js'
import type { SendResult } from '../sending/send-result.js'
import type { Sender } from '../sending/sender.js'
import { sign } from '../sending/sign.js'
import type { Claimed } from './claim.js'
import { type Settled, settle } from './settle.js'

const USER_AGENT = 'eCMR-Webhooks/1.0'

interface AttemptContext {
  readonly sender: Sender
  readonly secrets: SecretBox
  readonly schedule: readonly number[]
  /** breaks attempts off */
  readonly stopped: AbortSignal
  readonly clock: () => Date
  readonly random?: () => number
}

/** Sends a claimed delivery once and says what becomes of it. Never rejects. */
export async function attemptDelivery(delivery: Claimed, context: AttemptContext): Promise<Settled> {
  const { schedule, clock, random = Math.random } = context
  const startedAt = clock()
  const begun = performance.now()
  const result = await send(delivery, startedAt, context)
  const durationMs = performance.now() - begun
  return settle(delivery, result, { startedAt, durationMs, now: clock(), schedule, random })
}

async function send(delivery: Claimed, startedAt: Date, context: AttemptContext): Promise<SendResult> {
  const timestamp = Math.floor(startedAt.getTime() / 1_000)
  const signature = signatureOf(delivery, timestamp, startedAt, context.secrets)
  if (signature === undefined) {
    return { kind: 'failed', fault: 'secret_unreadable', detail: 'Its secret cannot be decrypted.' }
  }
  return context.sender.send({
    url: delivery.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      'webhook-id': delivery.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
      'webhook-attempt': String(delivery.attempt),
    },
    body: delivery.payload,
    signal: context.stopped,
  })
}

/** One signature, or two, that of the new secret first, while the secret of before is still good. */
function signatureOf(
  delivery: Claimed,
  timestamp: number,
  now: Date,
  secrets: SecretBox,
): string | undefined {
  const { secret, previous_secret, previous_secret_until: until } = delivery
  const current = openSecret(secret, delivery, secrets)
  if (current === undefined) return undefined
  const previous = until !== null && until > now ? openSecret(previous_secret, delivery, secrets) : undefined
  return [current, ...(previous === undefined ? [] : [previous])]
    .map((key) => sign(key, delivery.id, timestamp, delivery.payload))
    .join(' ')
}

function openSecret(sealed: string | null, { endpoint_id }: Claimed, secrets: SecretBox): string | undefined {
  if (sealed === null) return undefined
  try {
    return secrets.open(sealed, endpoint_id)
  } catch {
    return undefined
  }
}
