import { randomBytes } from 'node:crypto'
import { hashToken, isToken } from '../tokens.js'

// By its beginning a leaked one is recognised, and one kind is not taken for another.
const BEGINNINGS = {
  code: 'ecmr_ac_',
  access_token: 'ecmr_at_',
  refresh_token: 'ecmr_rt_',
  client_secret: 'ecmr_cs_',
} as const

export type SecretKind = keyof typeof BEGINNINGS

/** A secret as it is handed over, and what is stored of it. */
export interface Secret {
  readonly clear: string
  readonly hash: Uint8Array
}

/** A secret of 256 random bits that is handed over once; only its hash is stored. */
export function newSecret(kind: SecretKind): Secret {
  return secretOf(kind, randomBytes(32))
}

/** @param bytes 256 bits that nobody can guess */
export function secretOf(kind: SecretKind, bytes: Uint8Array): Secret {
  const clear = BEGINNINGS[kind] + Buffer.from(bytes).toString('base64url')
  return { clear, hash: hashToken(clear) }
}

/** What is stored of such a secret; `undefined` when the text cannot be one, so that it need not be looked up. */
export function hashOf(kind: SecretKind, text: string): Uint8Array | undefined {
  const beginning = BEGINNINGS[kind]
  return text.startsWith(beginning) && isToken(text.slice(beginning.length)) ? hashToken(text) : undefined
}
