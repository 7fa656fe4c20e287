import { parseCheckpoint } from '../formats/checkpoint-text.js'
import { cosign } from '../formats/cosignature.js'
import { fromBase64, toBase64 } from '../formats/encodings.js'
import { openNote } from '../formats/open-note.js'
import { Malformed, NotVerified } from '../formats/refusals.js'
import { formatNote, formatSignature, parseNote, type Signer } from '../formats/signed-note.js'
import type { VerifierKey } from '../formats/verifier-key.js'
import { EMPTY_ROOT, sameHash } from '../tree/hashes.js'
import { type TreeHead, verifyConsistency } from '../tree/verify.js'
import type { Remembered, WitnessMemory } from './witness-memory.js'
import { parseRequest } from './witness-request.js'

/** What a witness answers: the status and body of HTTP. */
export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422
  readonly body: string
}

/** Two checkpoints of one log, as signed notes, of which the second was not shown to continue the first. */
export interface Fork {
  readonly origin: string
  readonly cosigned: string
  readonly offered: string
}

export interface Witness {
  /** Cosigns a checkpoint that continues the one before, and refuses any other (C2SP `tlog-witness`, add-checkpoint). */
  addCheckpoint(body: string): Promise<WitnessAnswer>
  /** The newest checkpoint of a log that it has cosigned. */
  newest(origin: string): Remembered | undefined
}

/**
 * A witness of logs: it remembers the newest checkpoint of each, so that a fork comes out.
 *
 * @param options.logs verifier keys; a log is known by the name of its keys
 * @param options.clock the present, as it stands in cosignatures
 * @param options.onFork gets what a log has signed that does not fit together
 */
export function openWitness(options: {
  readonly signer: Signer
  readonly logs: readonly VerifierKey[]
  readonly memory: WitnessMemory
  readonly clock?: () => Date
  readonly onFork?: (fork: Fork) => void
}): Witness {
  const { logs, memory } = options
  // Comparing and remembering are one step: otherwise a slower request could take the memory back.
  let before: Promise<unknown> = Promise.resolve()
  return {
    addCheckpoint(body) {
      const answer = before.then(() => answerTo(options, body))
      before = answer.catch(() => undefined)
      return answer
    },
    newest: (origin) => (logs.some(({ name }) => name === origin) ? memory.get(origin) : undefined),
  }
}

type Options = Parameters<typeof openWitness>[0]

async function answerTo(options: Options, body: string): Promise<WitnessAnswer> {
  try {
    return await judge(options, body)
  } catch (error) {
    if (error instanceof Malformed) return refuse(400, error.message)
    if (error instanceof NotVerified) return refuse(403, error.message)
    throw error
  }
}

/** In the order of the specification. */
async function judge(
  { signer, logs, memory, clock = () => new Date(), onFork }: Options,
  body: string,
): Promise<WitnessAnswer> {
  const { oldSize, proof, note } = parseRequest(body)
  const { text, signatures } = parseNote(note)
  const { origin, ...tree } = parseCheckpoint(text)
  const keys = logs.filter(({ name }) => name === origin)
  if (keys.length === 0) return refuse(404, `the log ${origin} is not one that this witness knows`)
  const { verified } = openNote(note, keys)
  if (oldSize > tree.size) return refuse(400, `the old size ${oldSize} is beyond ${tree.size}`)
  const last = memory.get(origin)
  if (oldSize !== (last?.size ?? 0)) return { status: 409, body: `${last?.size ?? 0}\n` }
  if (tree.size === 0 && !sameHash(tree.root, EMPTY_ROOT))
    return refuse(422, 'the root of a tree without leaves is another one')
  if (!continues(last, tree, proof)) {
    if (last) onFork?.({ origin, cosigned: last.note, offered: note })
    return refuse(422, last ? forked(tree, last) : 'a first checkpoint has no proof')
  }
  const cosignature = cosign(text, Math.floor(clock().getTime() / 1_000), signer)
  const kept = signatures.filter(({ name, id }) => verified.some((key) => key.name === name && key.id === id))
  await memory.set(origin, {
    size: tree.size,
    root: toBase64(tree.root),
    note: formatNote({ text, signatures: [...kept, cosignature] }),
  })
  return { status: 200, body: formatSignature(cosignature) }
}

function continues(last: Remembered | undefined, tree: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (!last || last.size === 0) return proof.length === 0
  return verifyConsistency({ size: last.size, root: fromBase64(last.root, 'the root') }, tree, proof)
}

function forked({ size }: TreeHead, last: Remembered): string {
  return `the tree of ${size} leaves does not continue that of ${last.size} with the root ${last.root}, which this witness has cosigned: the log forked within its first ${last.size} leaves, or the proof is wrong`
}

function refuse(status: WitnessAnswer['status'], sentence: string): WitnessAnswer {
  return { status, body: `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.\n` }
}
