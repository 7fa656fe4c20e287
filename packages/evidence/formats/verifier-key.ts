import { createPublicKey, hash, type KeyObject } from 'node:crypto'
import { fromBase64, requireBytes, toBase64 } from './encodings.js'
import { Malformed } from './refusals.js'

/** What a key signs: notes (C2SP `signed-note`), or checkpoints that it has seen (C2SP `tlog-cosignature`). */
export type SignatureKind = 'ed25519' | 'cosignature/v1'

/** A public key and the name that signs by it. */
export interface VerifierKey {
  readonly name: string
  /** 32 bits, in hex: with the name it says which key has signed */
  readonly id: string
  readonly kind: SignatureKind
  readonly publicKey: KeyObject
}

/** The byte that stands for a kind in a key and in its id (C2SP `signed-note`, signature types). */
const TYPES: Readonly<Record<SignatureKind, number>> = { ed25519: 0x01, 'cosignature/v1': 0x04 }
const KEY_BYTES = 32
const MAX_KEY_BYTES = 1_024

/**
 * The verifier key of a name.
 *
 * @param key an Ed25519 key; of a private one, its public half
 * @throws Malformed when the name cannot stand in a note, or the key is of another kind
 */
export function verifierKey(name: string, key: KeyObject, kind: SignatureKind = 'ed25519'): VerifierKey {
  requireKeyName(name)
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  return { name, id: keyId(name, encodedKey(publicKey, kind)), kind, publicKey }
}

/** A verifier key as text, `<name>+<id>+<key>` (C2SP `signed-note`, verifier keys). */
export function formatVerifierKey({ name, id, kind, publicKey }: VerifierKey): string {
  return `${name}+${id}+${toBase64(encodedKey(publicKey, kind))}`
}

/**
 * Reads a verifier key (C2SP `signed-note`).
 *
 * @throws Malformed
 */
export function parseVerifierKey(text: string): VerifierKey {
  requireBytes(text, MAX_KEY_BYTES, 'the verifier key')
  const [, name, id, base64] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(text) ?? []
  if (name === undefined || id === undefined || base64 === undefined)
    throw new Malformed('the verifier key is not of the form <name>+<id>+<key>')
  requireKeyName(name)
  const bytes = fromBase64(base64, `the verifier key of ${name}`)
  const kind = kindOf(bytes[0])
  if (!kind || bytes.length !== 1 + KEY_BYTES)
    throw new Malformed(`the verifier key of ${name} is neither an Ed25519 key nor one for cosignatures`)
  if (id !== keyId(name, bytes)) throw new Malformed(`the verifier key of ${name} does not have the id ${id}`)
  const x = Buffer.from(bytes.subarray(1)).toString('base64url')
  return {
    name,
    id,
    kind,
    publicKey: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
  }
}

/**
 * Checks that a name can stand in a note: it has no spaces and no plus sign.
 *
 * @throws Malformed
 */
export function requireKeyName(name: string): void {
  if (name === '' || /[+\p{White_Space}\p{Cc}\p{Cs}]/u.test(name))
    throw new Malformed(`${JSON.stringify(name)} is not the name of a key`)
}

function kindOf(type: number | undefined): SignatureKind | undefined {
  if (type === TYPES.ed25519) return 'ed25519'
  return type === TYPES['cosignature/v1'] ? 'cosignature/v1' : undefined
}

function encodedKey(publicKey: KeyObject, kind: SignatureKind): Uint8Array {
  const { crv, x } = publicKey.export({ format: 'jwk' })
  if (crv !== 'Ed25519' || x === undefined) throw new Malformed('the key is not an Ed25519 key')
  return Buffer.concat([Uint8Array.of(TYPES[kind]), Buffer.from(x, 'base64url')])
}

function keyId(name: string, encoded: Uint8Array): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), encoded])).slice(0, 8)
}
