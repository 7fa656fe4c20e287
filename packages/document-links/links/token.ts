import { createHash, randomBytes } from 'node:crypto'

/** Encrypts tokens for those who may see an address again; `secretBox` of the webhooks fits. */
export interface TokenBox {
  /** @param owner what the token belongs to; opening it for another owner fails */
  seal(text: string, owner: string): string
  open(sealed: string, owner: string): string
}

const BYTES = 32

/** The 256 random bits that make a public address, and what they are found by. */
export interface LinkToken {
  /** base64url, 43 characters */
  readonly text: string
  /** SHA-256, hex */
  readonly hash: string
}

/** A token that nobody can guess. */
export function newLinkToken(): LinkToken {
  const bytes = new Uint8Array(randomBytes(BYTES))
  return { text: Buffer.from(bytes).toString('base64url'), hash: sha256(bytes) }
}

/**
 * What a token of an address is looked up by, hex. Text that is no token gets a hash that no token has, so that both take the same way
 * and the same time.
 */
export function hashOfToken(text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  // The last of 43 characters has two bits to spare: of its four spellings one is the token's.
  const isToken = bytes.length === BYTES && bytes.toString('base64url') === text
  return sha256(isToken ? new Uint8Array(bytes) : `no token: ${text}`)
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
