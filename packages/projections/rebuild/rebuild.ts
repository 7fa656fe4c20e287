import type { Position } from '@ecmr/event-store'
import type { RunnerState } from '../runner/checkpoint.js'
import { isRefusedRow } from '../runner/transaction.js'
import type { Target } from '../runner/write-batch.js'
import { asideOf, createAside, dropAside, dropOld, finishAside, rebuildingAlone, swap } from './aside.js'
import { catchUp, load } from './load.js'
import { ProgressReporter, type RebuildOptions } from './progress.js'

/** What a rebuild has done. */
export interface RebuildReport {
  readonly names: readonly string[]
  readonly events: number
  /** streams that were parked, over all projections */
  readonly parked: number
  readonly seconds: number
}

const PARALLEL = 2

/**
 * Builds read models anew next to the live ones and puts them in their place. Queries are answered all the time, and
 * the live ones go on. The former tables are kept until `dropOld`.
 *
 * A rebuild that was killed leaves the live tables as they are; it is simply started again.
 *
 * @throws when one of these projections is being rebuilt already, or the signal aborts
 */
export async function rebuildProjections(options: RebuildOptions): Promise<RebuildReport> {
  const { pool, url, store, onProgress } = options
  const targets = options.projections.map((projection) => asideOf(pool, projection))
  const names = options.projections.map(({ name }) => name)
  return rebuildingAlone(url, names, async () => {
    const progress = new ProgressReporter(options.eventsTotal, onProgress)
    try {
      const { parked, states } = await buildAside(options, targets, progress, await store.head())
      if (!options.dryRun) {
        await dropOld(pool, names)
        for (const [target, state] of states) await exchange(options, target, state, progress)
      }
      progress.phase('done')
      return { names, events: progress.events, parked, seconds: progress.seconds }
    } finally {
      for (const target of targets) await dropAside(target)
    }
  })
}

/** Builds tables aside as of a position, and indexes them. */
export async function buildAside(
  options: RebuildOptions,
  targets: readonly Target<unknown>[],
  progress: ProgressReporter,
  upTo: Position,
): Promise<{ parked: number; states: readonly (readonly [Target<unknown>, RunnerState])[] }> {
  const { parallel = PARALLEL } = options
  for (const target of targets) await createAside(target)
  const { parked, reached } = await load({ ...options, targets, parallel, upTo, progress })
  options.signal?.throwIfAborted()
  progress.phase('index')
  const states = await Promise.all(
    targets.map(async (target) => [target, await finishAside(target, reached)] as const),
  )
  return { parked, states }
}

// The last events are applied while the runner waits, so there should be few of them: first without it, then with it.
async function exchange(
  options: RebuildOptions,
  target: Target<unknown>,
  from: RunnerState,
  progress: ProgressReporter,
): Promise<void> {
  const { store } = options
  let state = from
  for (let refused = false; ; refused = true) {
    progress.phase('catch_up')
    state = await catchUp(target, state, { ...options, upTo: await store.head() })
    progress.phase('swap')
    try {
      return await swap(target, state, store)
    } catch (error) {
      // A row that is refused in between is parked by catching up once more.
      if (refused || !isRefusedRow(error)) throw error
    }
  }
}
