import { LRUCache } from 'lru-cache'
import { stillGood } from '../endpoints/endpoint.js'
import { type SecretBox, sign, signingKey } from '../endpoints/secrets.js'
import type { SendResult } from '../sending/send-result.js'
import type { Sender } from '../sending/sender.js'
import type { Claimed } from './claim.js'
import { type Settled, settle } from './settle.js'

const USER_AGENT = 'eCMR-Webhooks/1.0'

interface AttemptContext {
  readonly sender: Sender
  readonly keys: SigningKeys
  readonly schedule: readonly number[]
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
  const signature = signatureOf(delivery, timestamp, startedAt, context.keys)
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
  })
}

/** One signature, that of the present secret, and one for each former secret that is still good. */
function signatureOf(delivery: Claimed, timestamp: number, now: Date, keys: SigningKeys): string | undefined {
  const { id, endpoint_id, secret, former_secrets, payload } = delivery
  const present = secret === null ? undefined : keys.open(secret, endpoint_id)
  if (present === undefined) return undefined
  const former = stillGood(former_secrets, now).flatMap(({ sealed }) => keys.open(sealed, endpoint_id) ?? [])
  return [present, ...former].map((key) => sign(key, id, timestamp, payload)).join(' ')
}

/** Opens sealed secrets, and remembers what came of it: an endpoint's secret signs many deliveries in a row. */
interface SigningKeys {
  /** The key that a sealed secret holds; `undefined` when it cannot be opened. */
  open(sealed: string, owner: string): Uint8Array | undefined
}

const MOST_REMEMBERED = 4_096

export function signingKeys(secrets: SecretBox): SigningKeys {
  const known = new LRUCache<string, { readonly key: Uint8Array | undefined }>({ max: MOST_REMEMBERED })
  return {
    open(sealed, owner) {
      const name = `${owner} ${sealed}`
      const opened = known.get(name) ?? { key: openOne(secrets, sealed, owner) }
      known.set(name, opened)
      return opened.key
    },
  }
}

function openOne(secrets: SecretBox, sealed: string, owner: string): Uint8Array | undefined {
  try {
    return signingKey(secrets.open(sealed, owner))
  } catch {
    return undefined
  }
}
