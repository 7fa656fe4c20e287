import { scrypt as scryptOf } from 'node:crypto'
import { promisify } from 'node:util'
import { queue } from './queue.js'

const derive = promisify<string, Uint8Array, number, object, Buffer>(scryptOf)

/** How much work a hash costs: memory is 128 · N · r bytes, time is in proportion to N · r · p. */
export interface Cost {
  /** the binary logarithm of N */
  readonly ln: number
  readonly r: number
  readonly p: number
}

/**
 * What new hashes cost: 32 MiB and about a fifth of a second. One of the settings that OWASP's Password Storage Cheat
 * Sheet holds equal to N = 2^17, p = 1, which would need 128 MiB for each login.
 */
export const COST: Cost = { ln: 15, r: 8, p: 3 }

// Node's thread pool has four threads, which files and name look-ups need as well.
const MOST_AT_A_TIME = 2
const inTurn = queue(MOST_AT_A_TIME)

/** The key that a password gives with this salt. */
export function scrypt(clear: string, salt: Uint8Array, length: number, cost: Cost): Promise<Buffer> {
  const N = 2 ** cost.ln
  const maxmem = 2 * 128 * N * cost.r
  const key = () => derive(normalised(clear), salt, length, { N, r: cost.r, p: cost.p, maxmem })
  return inTurn(key)
}

/** One and the same text, whichever way a keyboard composes its letters. */
export function normalised(clear: string): string {
  return clear.normalize('NFKC')
}
