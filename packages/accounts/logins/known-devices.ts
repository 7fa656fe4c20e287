import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { accountSubject } from './subjects.js'

/** How long a browser stays known after a login, milliseconds. */
export const DEVICE_KNOWN_MS = 180 * 24 * 3_600_000

// An office's computer is used by a few people.
const MOST_ACCOUNTS = 5
const NONCE_BYTES = 16
const TIME_BYTES = 4
const HASH_BYTES = 32
const SIGNED_BYTES = NONCE_BYTES + TIME_BYTES
// Of base64url, without padding.
const ENTRY_LENGTH = Math.ceil(((SIGNED_BYTES + HASH_BYTES) * 4) / 3)
const BETWEEN = '.'

/**
 * Recognises browsers in which an account was logged in to before (OWASP's device cookies). The cookie proves only that: it
 * is no session, names no person, and is worth nothing for another account.
 */
export interface KnownDevices {
  /**
   * The name of the browser as what fails there is counted by; `undefined`: it is not known for this account, or its cookie
   * was not made here.
   *
   * @param cookie as the browser sent it
   */
  recognise(cookie: string | undefined, email: string): string | undefined
  /**
   * What the cookie is to hold after a login: the account that was just logged in to, under a new name, and those before it.
   *
   * @param cookie as the browser sent it
   */
  remember(cookie: string | undefined, email: string): string
}

/** @param secretKey the same in every process */
export function knownDevices(secretKey: string, clock: () => Date = () => new Date()): KnownDevices {
  const key = createHmac('sha256', secretKey).update('known devices').digest()
  const seconds = (): number => Math.floor(clock().getTime() / 1_000)
  const hash = (signed: Uint8Array, email: string): Buffer =>
    createHmac('sha256', key).update(signed).update(accountSubject(email)).digest()

  function isOf(entry: Buffer, email: string): boolean {
    const signed = entry.subarray(0, SIGNED_BYTES)
    return timingSafeEqual(entry.subarray(SIGNED_BYTES), hash(signed, email))
  }

  function isYoung(entry: Buffer): boolean {
    return seconds() - entry.readUInt32BE(NONCE_BYTES) <= DEVICE_KNOWN_MS / 1_000
  }

  return {
    recognise(cookie, email) {
      // Each is tried, so that how long it takes does not tell which accounts a cookie is for.
      const [known] = entriesIn(cookie).filter((entry) => isOf(entry, email) && isYoung(entry))
      return known?.subarray(0, NONCE_BYTES).toString('hex')
    },
    remember(cookie, email) {
      const signed = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(TIME_BYTES)])
      signed.writeUInt32BE(seconds(), NONCE_BYTES)
      const others = entriesIn(cookie).filter((entry) => isYoung(entry) && !isOf(entry, email))
      return [Buffer.concat([signed, hash(signed, email)]), ...others]
        .slice(0, MOST_ACCOUNTS)
        .map((entry) => entry.toString('base64url'))
        .join(BETWEEN)
    },
  }
}

function entriesIn(cookie = ''): readonly Buffer[] {
  return cookie
    .split(BETWEEN, MOST_ACCOUNTS)
    .filter((text) => text.length === ENTRY_LENGTH)
    .map((text) => Buffer.from(text, 'base64url'))
    .filter((entry) => entry.length === SIGNED_BYTES + HASH_BYTES)
}
