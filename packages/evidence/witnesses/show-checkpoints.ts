import { backoff, reasonOf, sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { addCosignatures, newestCheckpoint } from '../checkpoints/stored-checkpoints.js'
import { parseNote } from '../formats/signed-note.js'
import { tileReader } from '../sealer/tiles.js'
import type { SealingMetrics } from '../sealing/sealing-metrics.js'
import { consistencyProof } from '../tree/prove.js'
import { askWitness, NotCosigned, type WitnessPeer } from './ask-witness.js'

const LOOK_EVERY_MS = 1_000
const PAUSES = { firstDelayMs: 1_000, maxDelayMs: 60_000 }

/**
 * Shows the newest checkpoint to one witness, again and again until the signal aborts, and adds its cosignatures to the note. While
 * it is away, or refuses, it is asked less and less often; nothing waits for it.
 */
export async function showCheckpoints(options: {
  readonly pool: Pool
  readonly witness: WitnessPeer
  readonly signal: AbortSignal
  readonly onProblem: (sentence: string | undefined) => void
  readonly metrics?: SealingMetrics
}): Promise<void> {
  const { pool, witness, signal, onProblem, metrics } = options
  const { name } = witness.key
  const pauses = backoff(PAUSES)
  let cosigned = 0
  while (!signal.aborted) {
    try {
      cosigned = await showNewest(pool, witness, cosigned, signal)
      metrics?.cosigned(name, cosigned)
      onProblem(undefined)
      pauses.reset()
      await sleep(LOOK_EVERY_MS, signal)
    } catch (error) {
      if (signal.aborted) return
      metrics?.witnessFailed(name)
      const isItsOwn = error instanceof NotCosigned
      onProblem(isItsOwn ? error.message : `Nothing can be shown to the witness ${name}: ${reasonOf(error)}.`)
      await pauses.wait(signal)
    }
  }
}

/** @returns the size of the newest checkpoint that it has cosigned */
async function showNewest(
  pool: Pool,
  witness: WitnessPeer,
  cosigned: number,
  signal: AbortSignal,
): Promise<number> {
  const newest = await newestCheckpoint(pool)
  if (!newest || newest.size === cosigned) return cosigned
  const { size, note } = newest
  const { name, id } = witness.key
  if (parseNote(note).signatures.some((each) => each.name === name && each.id === id)) return size
  const proofFrom = async (from: number) =>
    from > size ? [] : consistencyProof(from, size, tileReader(pool))
  await addCosignatures(pool, size, await askWitness(witness, newest, cosigned, proofFrom, signal))
  return size
}
