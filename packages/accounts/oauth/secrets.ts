import { hkdfSync, randomBytes } from 'node:crypto'
import { hashToken, isToken } from '../tokens.js'

// By its beginning a leaked one is recognised, and one kind is not taken for another.
const BEGINNINGS = {
  code: 'ecmr_ac_',
  access_token: 'ecmr_at_',
  refresh_token: 'ecmr_rt_',
  client_secret: 'ecmr_cs_',
} as const

type SecretKind = keyof typeof BEGINNINGS

/** A secret as it is handed over, and what is stored of it. */
export interface Secret {
  readonly clear: string
  readonly hash: Uint8Array
}

/** A secret of 256 random bits that is handed over once; only its hash is stored. */
export function newSecret(kind: SecretKind): Secret {
  return secretOf(kind, randomBytes(32))
}

/** @param bytes 256 random bits */
function secretOf(kind: SecretKind, bytes: Uint8Array): Secret {
  const clear = BEGINNINGS[kind] + Buffer.from(bytes).toString('base64url')
  return { clear, hash: hashToken(clear) }
}

/** What is stored of such a secret; `undefined` when the text cannot be one, so that it need not be looked up. */
export function hashOf(kind: SecretKind, text: string): Uint8Array | undefined {
  const beginning = BEGINNINGS[kind]
  return text.startsWith(beginning) && isToken(text.slice(beginning.length)) ? hashToken(text) : undefined
}

/** The tokens that follow a refresh token. */
export interface Successor {
  readonly access: Secret
  readonly refresh: Secret
}

/**
 * Derives the tokens that follow a refresh token (HKDF, RFC 5869): presenting it again yields the same ones from any
 * process. That takes the token itself, of which there is only a hash in the database, and the random salt of its rotation,
 * which is only in the database: neither yields a successor alone.
 *
 * @param refreshToken in clear
 * @param salt 256 random bits, new with each rotation
 */
export function successorOf(refreshToken: string, salt: Uint8Array): Successor {
  const derived = (kind: SecretKind): Secret =>
    secretOf(kind, new Uint8Array(hkdfSync('sha256', refreshToken, salt, `ecmr oauth successor ${kind}`, 32)))
  return { access: derived('access_token'), refresh: derived('refresh_token') }
}
