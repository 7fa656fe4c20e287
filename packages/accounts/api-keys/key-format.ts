import { createHash, hash, randomBytes } from 'node:crypto'

// ecmr_live_<8-character id>_<secret><checksum>, and ecmr_test_… for test keys. The prefix lets secret scanners recognise
// a leaked key; the checksum lets a mistyped or invented one be refused without asking the database. Base62 survives a
// double click.
const SHAPE = /^ecmr_(live|test)_([0-9a-z]{8})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6

export interface ParsedKey {
  readonly id: string
  readonly secret: string
  readonly livemode: boolean
}

/** Makes a new key of 256 random bits. */
export function newKey(livemode: boolean, id = idOf(randomBytes(8))): ParsedKey & { readonly clear: string } {
  const secret = base62(randomBytes(32), SECRET_LENGTH)
  return { id, secret, livemode, clear: `${keyPrefix({ id, livemode })}${secret}${checksum(id, secret)}` }
}

/** How a key begins; the rest is secret. */
export function keyPrefix({ id, livemode }: Pick<ParsedKey, 'id' | 'livemode'>): string {
  return `ecmr_${livemode ? 'live' : 'test'}_${id}_`
}

/** The id of the key that a command makes, however often it comes. It tells nothing about the secret. */
export function keyIdFor(commandId: string): string {
  return idOf(createHash('sha256').update(commandId).digest())
}

/** Parses a key; `undefined` when it does not have our format. */
export function parseKey(text: string): ParsedKey | undefined {
  const [, mode, id, secret, sum] = SHAPE.exec(text) ?? []
  if (id === undefined || secret === undefined || sum !== checksum(id, secret)) return undefined
  return { id, secret, livemode: mode === 'live' }
}

/** What is stored of a secret. A plain hash suffices, since 256 random bits cannot be guessed from it. */
export function hashSecret(secret: string): Uint8Array {
  return new Uint8Array(hash('sha256', secret, 'buffer'))
}

function idOf(bytes: Buffer): string {
  return base62(bytes.subarray(0, 8), 8).toLowerCase()
}

function checksum(id: string, secret: string): string {
  let rest = hash('sha256', `${id}_${secret}`, 'buffer').readUInt32BE(0)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = `${BASE62[rest % BASE62.length]}${digits}`
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}

/** The last `length` base62 digits of a number given as bytes. */
function base62(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let digits = ''
  while (digits.length < length) {
    digits = `${BASE62[Number(rest % 62n)]}${digits}`
    rest /= 62n
  }
  return digits
}
