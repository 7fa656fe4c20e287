import { randomBytes, timingSafeEqual } from 'node:crypto'
import { parsePhcText, type StoredHash } from './phc-text.js'
import { COST, scrypt } from './scrypt.js'

/** Nobody's: what is tried when there is nothing to try against. */
const DUMMY: StoredHash = { cost: COST, salt: randomBytes(16), key: randomBytes(32) }

/**
 * Whether this is the password that the hash was made of. Without a hash the answer is no, after the same work, so that
 * the time taken does not tell who has an account.
 */
export async function verifyPassword(clear: string, hash: string | null): Promise<boolean> {
  const { cost, salt, key } = hash === null ? DUMMY : parsePhcText(hash)
  const isSame = timingSafeEqual(await scrypt(clear, salt, key.length, cost), key)
  return isSame && hash !== null
}
