import { hkdfSync } from 'node:crypto'
import { type Secret, type SecretKind, secretOf } from '../secrets.js'

/** The tokens that follow a refresh token. */
export interface Successor {
  readonly access: Secret
  readonly refresh: Secret
}

/**
 * Derives the tokens that follow a refresh token (HKDF, RFC 5869): whoever presents it again gets the same ones from any
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
