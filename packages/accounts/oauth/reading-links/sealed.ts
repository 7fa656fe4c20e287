import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

const CIPHER = 'aes-256-gcm'
const IV = 12
const TAG = 16
/** What is unpacked of a sealed value at most. */
const LARGEST = 8 * 1024 * 1024

/** What a link's row keeps, readable with its token only: of that there is but a hash beside it. */
export function seal(token: string, value: unknown): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv(CIPHER, keyFrom(token), iv)
  const packed = deflateRawSync(JSON.stringify(value))
  return Buffer.concat([iv, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
}

/** @throws when it was sealed with another token, or altered */
export function unseal(token: string, sealed: Uint8Array): unknown {
  const decipher = createDecipheriv(CIPHER, keyFrom(token), sealed.subarray(0, IV))
  decipher.setAuthTag(sealed.subarray(-TAG))
  const packed = Buffer.concat([decipher.update(sealed.subarray(IV, -TAG)), decipher.final()])
  return JSON.parse(inflateRawSync(packed, { maxOutputLength: LARGEST }).toString())
}

function keyFrom(token: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', token, '', 'ecmr reading link', 32))
}
