import { createHash, timingSafeEqual } from 'node:crypto'

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** Whether a verifier is the one of a challenge (RFC 7636, section 4.6, `S256`). */
export function fitsChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false
  const [made, stored] = [createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url')]
  return made.length === stored.length && timingSafeEqual(made, stored)
}
