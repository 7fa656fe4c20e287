import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new signing secret, as Standard Webhooks writes them: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The key of a secret as given out by `newSigningSecret`. */
export function signingKey(secret: string): Uint8Array {
  return new Uint8Array(Buffer.from(secret.slice(PREFIX.length), 'base64'))
}

/**
 * The `webhook-signature` of one attempt: HMAC-SHA256 over id, timestamp and body, as Standard Webhooks 1.0 has it.
 *
 * @param timestamp seconds since 1970, the value of `webhook-timestamp`
 */
export function sign(key: Uint8Array, id: string, timestamp: number, body: Uint8Array): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}
