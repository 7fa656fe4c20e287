import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  randomFillSync,
} from 'node:crypto'
import type { JsonValue } from '@ecmr/domain'
import { canonicalJson } from '@ecmr/event-store'

/** What encrypts the values of one category of one note. */
export interface DataKey {
  /** `<note>/<category>`, see `keyName` */
  readonly name: string
  /**
   * AES-256-GCM (NIST SP 800-38D).
   *
   * @param place what the text belongs to; opening it for another place fails
   */
  seal(text: string, place: string): { readonly iv: string; readonly data: string; readonly tag: string }
  /** @throws when it was sealed with another key, for another place, or altered since */
  open(sealed: { readonly iv: string; readonly data: string; readonly tag: string }, place: string): string
  /**
   * The salt of a value: 22 characters that hold 132 bits, base64url. It is made of the key, so that the same value has the same
   * salt and, with the key destroyed, none at all.
   *
   * @param json the value as canonical JSON
   */
  salt(name: string, json: string): string
}

const IV_BYTES = 12
const TAG_BYTES = 16
const SALT_LENGTH = 22

/** @param key 256 bits */
export function dataKey(name: string, key: Uint8Array): DataKey {
  const forSalts = hash('sha256', Buffer.concat([Buffer.from('ecmr salts'), key]), 'base64')
  return {
    name,
    seal(text, place) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
      const data = cipher.update(text, 'utf8', 'base64') + cipher.final('base64')
      return { iv: iv.toString('base64'), data, tag: cipher.getAuthTag().toString('base64') }
    },
    open: (sealed, place) => opened(key, sealed, place),
    // SHA-256 cut to half is a pseudorandom function of a secret prefix: nothing can be appended to what was hashed.
    salt: (member, json) =>
      hash('sha256', `${forSalts}${member}\n${json}`, 'base64url').slice(0, SALT_LENGTH),
  }
}

/** A new data key, and the 256 bits that it consists of. */
export function newDataKey(name: string): { readonly key: DataKey; readonly plain: Buffer } {
  const plain = randomBytes(32)
  return { key: dataKey(name, plain), plain }
}

function opened(
  key: Uint8Array,
  { iv, data, tag }: { readonly iv: string; readonly data: string; readonly tag: string },
  place: string,
): string {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(place)).setAuthTag(Buffer.from(tag, 'base64'))
  return decipher.update(data, 'base64', 'utf8') + decipher.final('utf8')
}

/** A value under its salt, which says nothing without the salt: SHA-256, base64url. */
export interface Commitment {
  readonly salt: string
  readonly commitment: string
}

/** Commits to the value of a member: SHA-256 over the salt and the value's canonical JSON (RFC 8785), as UTF-8. */
export function commit(key: DataKey, name: string, value: JsonValue): Commitment {
  const json = canonicalJson(value)
  const salt = key.salt(name, json)
  return { salt, commitment: hash('sha256', salt + json, 'base64url') }
}

// Asking the system for a few bytes costs as much as for many.
const random = Buffer.alloc(4_096)
let used = random.length

function randomBytes(count: number): Buffer {
  if (used + count > random.length) {
    randomFillSync(random)
    used = 0
  }
  const bytes = Buffer.from(random.subarray(used, used + count))
  random.fill(0, used, used + count)
  used += count
  return bytes
}

/** Encrypts data keys, so that who has the database has no key. */
export interface KeyWrap {
  wrap(key: Uint8Array): Buffer
  /** @throws when it was wrapped under another secret key, or altered since */
  unwrap(wrapped: Uint8Array): Buffer
}

/** The initial value of RFC 3394, by which a wrong key is noticed. */
const INITIAL = Buffer.alloc(8, 0xa6)
const WRAP = 'id-aes256-wrap'
const WRONG_KEY =
  'a data key cannot be opened: SECRET_KEY is not the one that it was made with; set that one, or run "ecmr privacy rewrap"'

/** AES key wrap (RFC 3394) under a key derived from the service's secret key (HKDF, RFC 5869). */
export function keyWrap(secretKey: string): KeyWrap {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', 'ecmr data keys', 32)))
  return {
    wrap(plain) {
      const cipher = createCipheriv(WRAP, key, INITIAL)
      return Buffer.concat([cipher.update(plain), cipher.final()])
    },
    unwrap(wrapped) {
      try {
        const decipher = createDecipheriv(WRAP, key, INITIAL)
        return Buffer.concat([decipher.update(wrapped), decipher.final()])
      } catch (cause) {
        throw new Error(WRONG_KEY, { cause })
      }
    },
  }
}
