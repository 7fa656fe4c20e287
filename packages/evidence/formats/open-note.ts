import { verify } from 'node:crypto'
import { cosignedAt } from './cosignature.js'
import { NotVerified } from './refusals.js'
import { type Note, type NoteSignature, parseNote } from './signed-note.js'
import type { VerifierKey } from './verifier-key.js'

/** A signature that holds. */
export interface VerifiedSignature extends NoteSignature {
  readonly key: VerifierKey
  /** of a cosignature: seconds since 1970 */
  readonly cosignedAt?: number
}

/** A note of which at least one signature holds. */
export interface OpenNote extends Note {
  readonly verified: readonly VerifiedSignature[]
  /** by keys that are not known; nothing follows from them */
  readonly unknown: readonly NoteSignature[]
}

/**
 * Reads a note and verifies the signatures of all known keys.
 *
 * @throws Malformed; NotVerified when a known key's signature is wrong, or no known key has signed
 */
export function openNote(note: string, keys: readonly VerifierKey[], maxBytes?: number): OpenNote {
  const parsed = parseNote(note, maxBytes)
  const { verified, unknown } = verifySignatures(parsed, keys)
  if (verified.length === 0) throw new NotVerified('no known key has signed the note')
  return { ...parsed, verified, unknown }
}

/**
 * Verifies the signatures of all known keys over a text.
 *
 * @throws NotVerified when one is wrong
 */
export function verifySignatures(
  { text, signatures }: Note,
  keys: readonly VerifierKey[],
): Pick<OpenNote, 'verified' | 'unknown'> {
  const verified: VerifiedSignature[] = []
  const unknown: NoteSignature[] = []
  for (const signature of signatures) {
    const key = keys.find(({ name, id }) => name === signature.name && id === signature.id)
    if (key) verified.push(verifySignature(text, signature, key))
    else unknown.push(signature)
  }
  return { verified, unknown }
}

function verifySignature(text: string, signature: NoteSignature, key: VerifierKey): VerifiedSignature {
  if (key.kind === 'cosignature/v1') {
    const at = cosignedAt(text, signature, key)
    if (at !== undefined) return { ...signature, key, cosignedAt: at }
  } else if (verify(null, Buffer.from(text), key.publicKey, signature.signature)) return { ...signature, key }
  throw new NotVerified(`the signature of ${key.name} (${key.id}) is wrong`)
}
