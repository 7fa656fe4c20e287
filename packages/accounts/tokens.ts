import { createHash, randomBytes } from 'node:crypto'

const SHAPE = /^[A-Za-z0-9_-]{43}$/

/** A token of 256 random bits for a cookie or a link. It is handed over once; only its hash is stored. */
export function newToken(): { readonly token: string; readonly hash: Uint8Array } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** What is stored of a token. A plain hash suffices, since 256 random bits cannot be guessed from it. */
export function hashToken(token: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(token).digest())
}

/** Whether a text can be a token at all; what cannot is not looked up. */
export function isToken(text: string): boolean {
  return SHAPE.test(text)
}
