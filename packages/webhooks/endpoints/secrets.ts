import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, webcrypto } from 'node:crypto'

/** Encrypts what must be read again later, such as signing secrets. */
export interface SecretBox {
  /** @param owner what the secret belongs to; opening it for another owner fails */
  seal(text: string, owner: string): string
  /** @throws when it was sealed with another key, for another owner, or altered since */
  open(sealed: string, owner: string): string
}

/** What is sealed for one purpose is not opened for another. */
export type SecretPurpose = 'ecmr webhook secrets' | 'ecmr authenticator apps'

const FORMAT = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM (NIST SP 800-38D) under a key derived from the service's secret key (HKDF, RFC 5869), so that the same
 * secret key can serve other purposes. Sealed: `v1.<nonce>.<tag>.<ciphertext>`, each in base64.
 */
export function secretBox(secretKey: string, purpose: SecretPurpose = 'ecmr webhook secrets'): SecretBox {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', purpose, 32))
  return {
    seal(text, owner) {
      const nonce = webcrypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bytes(owner, 'utf8'))
      const sealed = cipher.update(text, 'utf8', 'base64') + cipher.final('base64')
      return [FORMAT, base64(nonce), base64(cipher.getAuthTag()), sealed].join('.')
    },
    open(text, owner) {
      const [format, nonce = '', tag = '', sealed = ''] = text.split('.')
      if (format !== FORMAT) throw new Error('the secret was sealed in an unknown format')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes(nonce, 'base64'), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(bytes(owner, 'utf8')).setAuthTag(bytes(tag, 'base64'))
      return decipher.update(sealed, 'base64', 'utf8') + decipher.final('utf8')
    },
  }
}

/** How many secrets were sealed with another key, and how many stayed as they were. */
export interface Resealed {
  resealed: number
  already: number
  /** they open under neither key */
  unreadable: number
}

/** Seals what was sealed with a former key with the present one; the rest is given back as it is. All of it is counted. */
export function resealing(boxes: { readonly former: SecretBox; readonly present: SecretBox }): {
  readonly counts: Readonly<Resealed>
  reseal(sealed: string, owner: string): string
} {
  const counts: Resealed = { resealed: 0, already: 0, unreadable: 0 }
  return {
    counts,
    reseal(sealed, owner) {
      if (opened(boxes.present, sealed, owner) !== undefined) {
        counts.already++
        return sealed
      }
      const text = opened(boxes.former, sealed, owner)
      if (text === undefined) {
        counts.unreadable++
        return sealed
      }
      counts.resealed++
      return boxes.present.seal(text, owner)
    },
  }
}

function opened(box: SecretBox, sealed: string, owner: string): string | undefined {
  try {
    return box.open(sealed, owner)
  } catch {
    return undefined
  }
}

function bytes(text: string, encoding: 'utf8' | 'base64'): Uint8Array {
  return new Uint8Array(Buffer.from(text, encoding))
}

function base64(data: Iterable<number>): string {
  return Buffer.from([...data]).toString('base64')
}

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
