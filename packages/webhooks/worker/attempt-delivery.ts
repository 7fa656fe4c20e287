import { inSpanAfter, type Span } from '@ecmr/runtime'
import { LRUCache } from 'lru-cache'
import { stillGood } from '../endpoints/endpoint.js'
import { type SecretBox, sign, signingKey } from '../endpoints/secrets.js'
import type { SendResult } from '../sending/send-result.js'
import type { Sender } from '../sending/sender.js'
import type { Claimed } from './claim.js'
import { requestHeaders, timestampOf } from './request-headers.js'
import { type Settled, settle } from './settle.js'

interface AttemptContext {
  readonly sender: Sender
  readonly keys: SigningKeys
  readonly schedule: readonly number[]
  readonly clock: () => Date
  readonly random?: () => number
}

/** Sends a claimed delivery once and says what becomes of it. Never rejects. */
export async function attemptDelivery(delivery: Claimed, context: AttemptContext): Promise<Settled> {
  const { id: delivery_id, endpoint_id, ecmr_id, attempt } = delivery
  const attributes = { delivery_id, endpoint_id, ecmr_id, attempt }
  return inSpanAfter(delivery.traceparent, 'attempt', { kind: 'client', attributes }, (span) =>
    attemptWithin(span, delivery, context),
  )
}

async function attemptWithin(span: Span, delivery: Claimed, context: AttemptContext): Promise<Settled> {
  const { schedule, clock, random = Math.random } = context
  const startedAt = clock()
  const begun = performance.now()
  const signature = signatureOf(delivery, startedAt, context.keys) ?? null
  const { traceparent } = span
  const result = await send({ ...delivery, traceparent }, startedAt, signature, context.sender)
  span.set({ outcome: result.kind })
  const durationMs = performance.now() - begun
  return settle(delivery, result, { startedAt, durationMs, signature, now: clock(), schedule, random })
}

async function send(
  delivery: Omit<Claimed, 'traceparent'> & Pick<Span, 'traceparent'>,
  startedAt: Date,
  signature: string | null,
  sender: Sender,
): Promise<SendResult> {
  if (signature === null) {
    return { kind: 'failed', fault: 'secret_unreadable', detail: 'Its secret cannot be decrypted.' }
  }
  const { id, attempt: number, url, payload: body, traceparent } = delivery
  return sender.send({
    url,
    headers: requestHeaders({ id, number, startedAt, signature, traceparent }),
    body,
  })
}

/** One signature, that of the present secret, and one for each former secret that is still good. */
function signatureOf(delivery: Claimed, now: Date, keys: SigningKeys): string | undefined {
  const timestamp = timestampOf(now)
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
