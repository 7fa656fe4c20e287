import { generateKeyPairSync } from 'node:crypto'
import { type EventStore, LOG_CATEGORIES, START } from '@ecmr/event-store'
import {
  type Checkpoint,
  type Evidence,
  formatCheckpoint,
  formatProof,
  formatVerifierKey,
  inclusionProof,
  type LeafEvent,
  leafHash,
  leafText,
  NotCovered,
  signNote,
  toBase64,
  verifierKey,
} from '@ecmr/evidence'
import { tilesOver, treeHash } from '../evidence/trees.js'

const ORIGIN = 'ecmr.example/ecmr-log'

/** Proofs over a log that is read anew each time, without a sealer, tables and witnesses. */
export interface MemoryEvidence extends Evidence {
  /** an event is sealed only while this says so */
  isSealing: boolean
  /** RFC 3161 answers by size, as an authority gave them */
  readonly timestamps: Map<number, Uint8Array>
}

/** Opens proofs over a log. The key is another one each time. */
export function memoryEvidence(log: () => Pick<EventStore, 'readAll'>): MemoryEvidence {
  const { privateKey } = generateKeyPairSync('ed25519')
  const signer = { name: ORIGIN, privateKey }
  const sign = (text: string): string => signNote(text, signer)
  const timestamps = new Map<number, Uint8Array>()
  let newest: Checkpoint | undefined

  async function leaves(): Promise<readonly string[]> {
    const events = await log().readAll({ after: START, limit: 10_000 })
    return events
      .filter(({ stream }) => LOG_CATEGORIES.includes(stream.split('-')[0] ?? ''))
      .map(({ stream, revision, metadata }) => leafText(stream, revision, metadata.hash))
  }

  async function placeOf({ stream, revision, hash }: LeafEvent): Promise<number> {
    return (await leaves()).indexOf(leafText(stream, revision, hash))
  }

  async function checkpointNow(): Promise<Checkpoint> {
    const hashes = (await leaves()).map(leafHash)
    const [size, root] = [hashes.length, treeHash(hashes)]
    const at = '2026-11-23T06:00:00Z'
    return {
      size,
      root: toBase64(root),
      at,
      note: sign(formatCheckpoint({ origin: ORIGIN, size, root, at })),
    }
  }

  const evidence: MemoryEvidence = {
    isSealing: true,
    timestamps,
    latest: async () => newest,
    async covering(event) {
      if ((await placeOf(event)) < (newest?.size ?? 0)) return newest
      if (!evidence.isSealing) return undefined
      newest = await checkpointNow()
      return newest
    },
    async proofOf(event, { size, note: checkpoint }) {
      const index = await placeOf(event)
      if (index === -1 || index >= size) throw new NotCovered(`${event.stream}@${event.revision}`)
      const hashes = await inclusionProof(
        index,
        size,
        tilesOver((await leaves()).slice(0, size).map(leafHash)),
      )
      return formatProof({ index, hashes, checkpoint })
    },
    timestampFor: async ({ size }) => timestamps.get(size),
    keys: async () => ({ log: [formatVerifierKey(verifierKey(ORIGIN, privateKey))], witnesses: [] }),
    sign,
  }
  return evidence
}
