import { type EventStore, LogDiverged } from '@ecmr/event-store'
import { backoff, reasonOf, sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { halt } from '../checkpoints/halt.js'
import { TreeMoved } from '../sealer/append-leaves.js'
import { catchUp } from '../sealer/catch-up.js'
import { holdsTree, type SealedTree, sealedTree } from '../sealer/sealed-tree.js'
import type { SealingMetrics } from './sealing-metrics.js'

/** The log as the sealer reads it. */
export type SealedLog = Pick<EventStore, 'readAll' | 'readHashes' | 'readStreamEnd'>

const LOOK_EVERY_MS = 250
/** An event of the past that is another one now is noticed within this time. */
const CHECK_EVERY_MS = 5_000
const LONGEST_PAUSE_MS = 5_000

const DIVERGED =
  'The event log does not hold the event that was sealed last: it was restored from an older copy, or events were removed. Sealing has stopped, and no checkpoint is signed. Restore the newer copy; if there is none, run "ecmr evidence rebuild", which says what is lost.'

/**
 * Appends the leaf of each event of the log to the tree until the signal aborts, within a second of its being recorded. Meant for one
 * process at a time; of two at once one looks again whenever the other was faster.
 */
export async function sealLog(options: {
  readonly pool: Pool
  readonly store: SealedLog
  readonly signal: AbortSignal
  readonly onProblem: (sentence: string | undefined) => void
  /** what a tree contradicts that was signed before, a sentence; undefined: nothing */
  readonly contradiction: (tree: SealedTree) => Promise<string | undefined>
  readonly metrics?: SealingMetrics
}): Promise<void> {
  const { pool, signal, onProblem, metrics } = options
  const pauses = backoff({ maxDelayMs: LONGEST_PAUSE_MS })
  do {
    try {
      await sealFromHere(options, () => pauses.reset())
    } catch (error) {
      if (error instanceof TreeMoved || signal.aborted) continue
      const isDiverged = error instanceof LogDiverged
      metrics?.diverged(isDiverged)
      if (isDiverged) await halt(pool, DIVERGED).catch(() => undefined)
      onProblem(isDiverged ? DIVERGED : `The event log cannot be sealed: ${reasonOf(error)}.`)
    }
  } while (await pauses.wait(signal))
}

async function sealFromHere(
  { pool, store, signal, onProblem, contradiction, metrics }: Parameters<typeof sealLog>[0],
  onSuccess: () => void,
): Promise<void> {
  let tree = await sealedTree(pool)
  let isCompared = false
  let checkedAt = Number.NEGATIVE_INFINITY
  const onProgress = ({ size }: SealedTree): void => metrics?.sealed(size)
  do {
    if (performance.now() - checkedAt >= CHECK_EVERY_MS) {
      if (!(await holdsTree(store, tree))) throw new LogDiverged(DIVERGED)
      checkedAt = performance.now()
    }
    tree = await catchUp({ pool, store, tree, signal, onProgress })
    metrics?.caughtUp(tree.size)
    metrics?.diverged(false)
    onSuccess()
    if (isCompared) continue
    const contradicted = await contradiction(tree)
    await halt(pool, contradicted ?? null)
    onProblem(contradicted)
    isCompared = true
  } while (await sleep(LOOK_EVERY_MS, signal))
}
