import { HASH_BYTES } from '../tree/hashes.js'
import { Malformed } from './refusals.js'

/**
 * The bytes of a text in base64 (RFC 4648, section 4): padded, without anything else in it, and with no bits to spare.
 *
 * @param what it is, for the sentence
 * @throws Malformed
 */
export function fromBase64(text: string, what: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') === text) return bytes
  throw new Malformed(`${what} is not in base64`)
}

/** Bytes in base64 (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/**
 * A SHA-256 hash in base64.
 *
 * @throws Malformed
 */
export function parseHash(text: string, what: string): Uint8Array {
  const bytes = fromBase64(text, what)
  if (bytes.length === HASH_BYTES) return bytes
  throw new Malformed(`${what} has ${bytes.length} bytes where a hash has ${HASH_BYTES}`)
}

/**
 * A whole number from 0 to 2^53 - 1, in decimal digits without a zero in front.
 *
 * @throws Malformed
 */
export function parseDecimal(text: string, what: string): number {
  if (!/^(0|[1-9]\d{0,15})$/.test(text))
    throw new Malformed(`${what} is not a whole number in decimal digits`)
  const number = Number(text)
  if (Number.isSafeInteger(number)) return number
  throw new Malformed(`${what} is beyond ${Number.MAX_SAFE_INTEGER}`)
}

/**
 * Refuses a text that is too large, before anything else is done with it.
 *
 * @throws Malformed
 */
export function requireBytes(text: string, most: number, what: string): void {
  if (Buffer.byteLength(text) > most) throw new Malformed(`${what} is larger than ${most} bytes`)
}
