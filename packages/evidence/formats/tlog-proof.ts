import { parseDecimal, parseHash, requireBytes, toBase64 } from './encodings.js'
import { Malformed } from './refusals.js'
import { MAX_NOTE_BYTES } from './signed-note.js'

/** That an entry is in a log, for reading without the log (C2SP `tlog-proof@v1`). */
export interface TlogProof {
  /** the entry's place in the log, from 0 */
  readonly index: number
  /** inclusion proof, the leaf's sibling first */
  readonly hashes: readonly Uint8Array[]
  /** the checkpoint as a signed note */
  readonly checkpoint: string
}

const HEADER = 'c2sp.org/tlog-proof@v1'
/** As many as a proof has in a tree of 2^63 leaves. */
export const MAX_PROOF_HASHES = 63
const MAX_PROOF_BYTES = 128 * 1_024

/** A proof as text. */
export function formatProof({ index, hashes, checkpoint }: TlogProof): string {
  return [HEADER, `index ${index}`, ...hashes.map(toBase64), '', checkpoint].join('\n')
}

/**
 * Reads a proof. Nothing is verified, and the `extra` line, which nothing authenticates, is passed over.
 *
 * @throws Malformed
 */
export function parseProof(text: string): TlogProof {
  requireBytes(text, MAX_PROOF_BYTES, 'the proof')
  const end = text.indexOf('\n\n')
  if (end === -1) throw new Malformed('the proof has no blank line before its checkpoint')
  const [header, ...rest] = text.slice(0, end).split('\n')
  if (header !== HEADER) throw new Malformed(`the proof does not begin with ${HEADER}`)
  const [index, ...hashes] = rest[0]?.startsWith('extra ') ? rest.slice(1) : rest
  if (!index?.startsWith('index ')) throw new Malformed('the proof has no line with the index')
  const checkpoint = text.slice(end + 2)
  requireBytes(checkpoint, MAX_NOTE_BYTES, 'the checkpoint of the proof')
  return {
    index: parseDecimal(index.slice('index '.length), 'the index of the proof'),
    hashes: parseHashes(hashes),
    checkpoint,
  }
}

/**
 * Reads the hashes of an inclusion or consistency proof, one a line in base64.
 *
 * @throws Malformed
 */
export function parseHashes(lines: readonly string[]): readonly Uint8Array[] {
  if (lines.length > MAX_PROOF_HASHES)
    throw new Malformed(`the proof has more than ${MAX_PROOF_HASHES} hashes`)
  return lines.map((line, place) => parseHash(line, `hash ${place + 1} of the proof`))
}
