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
  const secret = openSecret(delivery, context.secrets)
  if (secret === undefined) {
    return { kind: 'failed', fault: 'secret_unreadable', detail: 'Its secret cannot be decrypted.' }
  }
  const timestamp = Math.floor(startedAt.getTime() / 1_000)
  return context.sender.send({
    url: delivery.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      'webhook-id': delivery.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(secret, delivery.id, timestamp, delivery.payload),
      'webhook-attempt': String(delivery.attempt),
    },
    body: delivery.payload,
    signal: context.stopped,
  })
}

function openSecret({ secret, endpoint_id }: Claimed, secrets: SecretBox): string | undefined {
  if (secret === null) return undefined
  try {
    return secrets.open(secret, endpoint_id)
  } catch {
    return undefined
  }
}
