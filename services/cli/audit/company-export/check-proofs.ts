import type { CheckpointText, VerifierKey } from '@ecmr/evidence'
import {
  leafHash,
  leafText,
  Malformed,
  NotVerified,
  openNote,
  parseCheckpoint,
  parseProof,
  verifyInclusion,
} from '@ecmr/evidence'
import type { StreamEnd } from './check-events.js'
import { DoesNotHold } from './findings.js'
import { fileLines } from './lines.js'
import type { Manifest } from './manifest.js'

const NAME = 'proofs.jsonl'

/** Keys by which signatures are verified, and witnesses that must have cosigned. */
export interface ExportKeys {
  readonly log: readonly VerifierKey[]
  readonly witnesses: readonly VerifierKey[]
}

/**
 * Checks that there is a proof for the end of each stream, and that all lead to the tree of one checkpoint.
 *
 * @param ends of the streams
 * @returns the checkpoint; undefined when the manifest says that there are no proofs
 * @throws DoesNotHold naming the first proof
 */
export async function checkProofs(
  folder: string,
  { size, files }: Manifest,
  ends: ReadonlyMap<string, StreamEnd>,
  keys: ExportKeys,
): Promise<CheckpointText | undefined> {
  if (size === undefined || !files.has(NAME)) return noProofs(size, keys)
  const missing = new Map(ends)
  let opened: { readonly note: string; readonly checkpoint: CheckpointText } | undefined
  let number = 0
  for await (const line of fileLines(folder, NAME)) {
    number++
    try {
      const { stream, revision, proof } = readLine(line)
      const end = missing.get(stream)
      if (end?.revision !== revision)
        throw new Malformed('it is not for the last event of a stream in the export')
      missing.delete(stream)
      const { index, hashes, checkpoint: note } = parseProof(proof)
      if (opened?.note !== note) opened = { note, checkpoint: openCheckpoint(note, size, keys) }
      const leaf = leafHash(leafText(stream, revision, end.hash))
      if (!verifyInclusion(leaf, index, opened.checkpoint, hashes))
        throw new NotVerified(`it does not lead from event ${revision} of ${stream} to the checkpoint`)
    } catch (error) {
      if (!(error instanceof Malformed || error instanceof NotVerified)) throw error
      throw new DoesNotHold(`${NAME}, line ${number}: ${error.message}`)
    }
  }
  for (const stream of missing.keys())
    throw new DoesNotHold(`${NAME} holds no proof for the end of ${stream}`)
  return opened?.checkpoint
}

function noProofs(size: number | undefined, { witnesses }: ExportKeys): undefined {
  if (size !== undefined) throw new DoesNotHold(`the manifest speaks of proofs, but names no ${NAME}`)
  if (witnesses.length > 0) throw new DoesNotHold('it holds no checkpoint that a witness could have cosigned')
}

/** @throws Malformed */
function readLine(line: string): {
  readonly stream: string
  readonly revision: number
  readonly proof: string
} {
  const value = parsed(line)
  if (
    typeof value === 'object' &&
    value !== null &&
    'stream' in value &&
    'revision' in value &&
    'proof' in value
  ) {
    const { stream, revision, proof } = value
    if (typeof stream === 'string' && typeof revision === 'number' && typeof proof === 'string')
      return { stream, revision, proof }
  }
  throw new Malformed('it is no proof of an export')
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** @throws Malformed; NotVerified */
function openCheckpoint(note: string, size: number, { log, witnesses }: ExportKeys): CheckpointText {
  const { text, verified } = openNote(note, [...log, ...witnesses])
  const hasSigned = (key: VerifierKey): boolean =>
    verified.some((one) => one.key.id === key.id && one.key.name === key.name)
  if (!log.some(hasSigned)) throw new NotVerified('no known key of the log has signed its checkpoint')
  const absent = witnesses.find((key) => !hasSigned(key))
  if (absent) throw new NotVerified(`the witness ${absent.name} has not cosigned its checkpoint`)
  const checkpoint = parseCheckpoint(text)
  if (checkpoint.size === size) return checkpoint
  throw new Malformed(`its checkpoint is of size ${checkpoint.size}; the manifest says ${size}`)
}
