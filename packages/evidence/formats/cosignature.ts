import { sign, verify } from 'node:crypto'
import { Malformed } from './refusals.js'
import type { NoteSignature, Signer } from './signed-note.js'
import { type VerifierKey, verifierKey } from './verifier-key.js'

const TIME_BYTES = 8

/**
 * A witness's signature over a checkpoint that it has seen at a time (C2SP `tlog-cosignature`, `cosignature/v1`).
 *
 * @param text the checkpoint's text, with the line end at its end
 * @param at seconds since 1970
 */
export function cosign(text: string, at: number, { name, privateKey }: Signer): NoteSignature {
  const { id } = verifierKey(name, privateKey, 'cosignature/v1')
  const time = Buffer.alloc(TIME_BYTES)
  time.writeBigUInt64BE(BigInt(at))
  return { name, id, signature: Buffer.concat([time, sign(null, cosignedMessage(text, at), privateKey)]) }
}

/**
 * When a witness has cosigned, in seconds since 1970.
 *
 * @returns undefined when the cosignature is not one by this key over this text
 * @throws Malformed when its time is beyond 2^53 - 1
 */
export function cosignedAt(text: string, { signature }: NoteSignature, key: VerifierKey): number | undefined {
  if (signature.length <= TIME_BYTES) return undefined
  const at = Number(Buffer.from(signature).readBigUInt64BE())
  if (!Number.isSafeInteger(at)) throw new Malformed(`the time of the cosignature by ${key.name} is too late`)
  const holds = verify(null, cosignedMessage(text, at), key.publicKey, signature.subarray(TIME_BYTES))
  return holds ? at : undefined
}

function cosignedMessage(text: string, at: number): Uint8Array {
  return Buffer.from(`cosignature/v1\ntime ${at}\n${text}`)
}
