import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { constants, gunzipSync, gzipSync } from 'node:zlib'
import { MOST_OBJECT_BYTES } from '@ecmr/storage'
import { BackupFault } from '../backup-fault.js'

/** Turns content into what is stored, and back. */
export interface Codec {
  /** Compresses, and encrypts if there is a key; the result can be read under this name alone. */
  encode(name: string, plain: Uint8Array): Buffer
  /** @throws BackupFault when these are not the bytes that were stored under this name */
  decode(name: string, stored: Uint8Array): Buffer
  /** The name of an object, by the SHA-256 of its bytes; encrypted places do not show that. */
  objectName(key: string): string
}

const MAGIC = Buffer.from('ECMB')
const VERSION = 1
const GZIPPED = 1
const ENCRYPTED = 2
const HEADER_BYTES = MAGIC.length + 2
const IV_BYTES = 12
const TAG_BYTES = 16
/** No part has more; compressed bytes that pretend to are not opened. */
const MOST_PLAIN_BYTES = 256 * 1024 * 1024

/**
 * The codec of a place: gzip, then AES-256-GCM (NIST SP 800-38D) with the place's id and the name as additional data, so that
 * nothing can be put in another's stead.
 *
 * @param options.place the id of the place
 * @param options.key 256 bits; undefined: nothing is encrypted
 */
export function codec({
  place,
  key,
}: {
  readonly place: string
  readonly key?: Uint8Array | undefined
}): Codec {
  const contentKey = key && subkey(key, 'content')
  const nameKey = key && subkey(key, 'names')
  const bound = (header: Uint8Array, name: string): Buffer =>
    Buffer.concat([header, Buffer.from(`\n${place}\n${name}`)])

  function seal(key: Uint8Array, header: Buffer, name: string, body: Uint8Array): Buffer {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bound(header, name))
    return Buffer.concat([header, iv, cipher.update(body), cipher.final(), cipher.getAuthTag()])
  }

  function open(key: Uint8Array, name: string, stored: Buffer): Buffer {
    const iv = stored.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES)
    const body = stored.subarray(HEADER_BYTES + IV_BYTES, -TAG_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(bound(stored.subarray(0, HEADER_BYTES), name)).setAuthTag(stored.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(body), decipher.final()])
  }

  return {
    encode(name, plain) {
      const packed = gzipSync(plain, { level: constants.Z_BEST_SPEED })
      const isSmaller = packed.length < plain.length
      const body = isSmaller ? packed : plain
      const flags = (isSmaller ? GZIPPED : 0) | (contentKey ? ENCRYPTED : 0)
      const header = Buffer.concat([MAGIC, Buffer.from([VERSION, flags])])
      const stored = contentKey ? seal(contentKey, header, name, body) : Buffer.concat([header, body])
      if (stored.length > MOST_OBJECT_BYTES)
        throw new BackupFault(`${name} would have ${stored.length} bytes, more than a part may have.`)
      return stored
    },
    decode(name, bytes) {
      const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      const flags = flagsOf(name, stored)
      const isEncrypted = (flags & ENCRYPTED) !== 0
      if (isEncrypted !== (contentKey !== undefined)) throw damaged(name)
      try {
        const body = contentKey ? open(contentKey, name, stored) : stored.subarray(HEADER_BYTES)
        return flags & GZIPPED ? gunzipSync(body, { maxOutputLength: MOST_PLAIN_BYTES }) : body
      } catch {
        throw damaged(name)
      }
    },
    objectName(key) {
      return `object-${nameKey ? createHmac('sha256', nameKey).update(key).digest('hex') : key}`
    },
  }
}

/** Derives a key for one purpose (HKDF, RFC 5869). */
export function subkey(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `ecmr backup ${purpose}`, 32))
}

/** @throws BackupFault */
export function damaged(name: string): BackupFault {
  return new BackupFault(
    `${name} is not what was stored: it was cut, altered or exchanged. Fetch it from another copy of the backups, or use another backup.`,
  )
}

function flagsOf(name: string, stored: Buffer): number {
  const [version, flags] = stored.subarray(MAGIC.length, HEADER_BYTES)
  if (version === undefined || flags === undefined || !stored.subarray(0, MAGIC.length).equals(MAGIC))
    throw damaged(name)
  if (version > VERSION)
    throw new BackupFault(`${name} was written by a newer version of the service. Use that version.`)
  return flags
}
