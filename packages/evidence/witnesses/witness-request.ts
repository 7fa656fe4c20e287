import { parseDecimal, requireBytes, toBase64 } from '../formats/encodings.js'
import { Malformed } from '../formats/refusals.js'
import { MAX_NOTE_BYTES } from '../formats/signed-note.js'
import { parseHashes } from '../formats/tlog-proof.js'

/** What a log asks of a witness (C2SP `tlog-witness`, add-checkpoint). */
export interface WitnessRequest {
  /** of the checkpoint that the witness has cosigned last; 0: of none */
  readonly oldSize: number
  /** consistency proof from there */
  readonly proof: readonly Uint8Array[]
  /** the checkpoint, a signed note */
  readonly note: string
}

/** The largest request: a note, and a proof of 63 lines. */
export const MAX_REQUEST_BYTES = MAX_NOTE_BYTES + 4_096

/** A request as the body of a POST. */
export function formatRequest({ oldSize, proof, note }: WitnessRequest): string {
  return [`old ${oldSize}`, ...proof.map(toBase64), '', note].join('\n')
}

/**
 * Reads a request. The note is not read yet.
 *
 * @throws Malformed
 */
export function parseRequest(body: string): WitnessRequest {
  requireBytes(body, MAX_REQUEST_BYTES, 'the request')
  const end = body.indexOf('\n\n')
  if (end === -1) throw new Malformed('the request has no blank line before its checkpoint')
  const [first = '', ...hashes] = body.slice(0, end).split('\n')
  if (!first.startsWith('old ')) throw new Malformed('the request does not begin with the old size')
  return {
    oldSize: parseDecimal(first.slice('old '.length), 'the old size'),
    proof: parseHashes(hashes),
    note: body.slice(end + 2),
  }
}
