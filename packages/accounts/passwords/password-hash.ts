import { randomBytes, scrypt as scryptOf, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { turns } from './turns.js'

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
export const FULL_COST: Cost = { ln: 15, r: 8, p: 3 }
let newCost = FULL_COST

/** For tests, where the hash is not the point: what new hashes cost in this process from now on. */
export function setHashCost(cost: Cost): void {
  newCost = cost
}

// Node's thread pool has four threads, which files and name look-ups need as well.
const MOST_AT_A_TIME = 2
const inTurn = turns(MOST_AT_A_TIME)

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

const SHAPE =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{16,88})\$([A-Za-z0-9+/]{16,88})$/

/** A password's hash with everything that is needed to try a password against it. */
interface StoredHash {
  readonly cost: Cost
  readonly salt: Uint8Array
  readonly key: Uint8Array
}

/** Writes a hash in the form that the Password Hashing Competition agreed upon. */
function phcText({ cost, salt, key }: StoredHash): string {
  const { ln, r, p } = cost
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(key)}`
}

/** Reads it. @throws when the text is malformed: only `phcText` writes it. */
function parsePhcText(text: string): StoredHash {
  const [matched, ln, r, p, salt = '', key = ''] = SHAPE.exec(text) ?? []
  if (matched === undefined) throw new Error('A stored password hash is malformed.')
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}

const SALT_BYTES = 16
const KEY_BYTES = 32

/**
 * What is stored of a password: scrypt with a salt of its own, and the parameters that it was made with, as
 * `$scrypt$ln=15,r=8,p=3$<salt>$<key>`. Takes about 0.2 s; two are made at a time.
 */
export async function hashPassword(clear: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return phcText({ cost: newCost, salt, key: await scrypt(clear, salt, KEY_BYTES, newCost) })
}

/** Whether a hash was made with other parameters than new ones are, so that it is to be made again. */
export function isOutdated(hash: string): boolean {
  const { ln, r, p } = parsePhcText(hash).cost
  return ln !== newCost.ln || r !== newCost.r || p !== newCost.p
}

/** What is tried when there is no hash. */
const DUMMY = { salt: randomBytes(16), key: randomBytes(32) }

/**
 * Whether this is the password that the hash was made of. Without a hash the answer is no, after the same work, so that
 * the time taken does not tell who has an account.
 */
export async function verifyPassword(clear: string, hash: string | null): Promise<boolean> {
  const { cost, salt, key } = hash === null ? { cost: newCost, ...DUMMY } : parsePhcText(hash)
  const isSame = timingSafeEqual(await scrypt(clear, salt, key.length, cost), key)
  return isSame && hash !== null
}
