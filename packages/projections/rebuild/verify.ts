import { START } from '@ecmr/event-store'
import { loadState, type RunnerState } from '../runner/checkpoint.js'
import { anotherLog } from '../runner/diverged.js'
import { inTransaction, withClient } from '../runner/transaction.js'
import type { Target } from '../runner/write-batch.js'
import { asideOf, dropAside, rebuildingAlone } from './aside.js'
import { type Comparison, compareSets, type Difference } from './compare.js'
import { catchUp } from './log-pages.js'
import { ProgressReporter, type RebuildOptions } from './progress.js'
import { buildAside } from './rebuild.js'
import { lockLive } from './swap.js'

/** What came of comparing read models with the log. */
export interface VerifyReport {
  /** every row is as the log says */
  readonly ok: boolean
  /** rows compared */
  readonly rows: number
  /** rows that differ, in all */
  readonly differing: number
  /** the first of them */
  readonly differences: readonly Difference[]
}

/**
 * Builds read models aside and compares every row with the live ones, as both stand at the same position.
 *
 * @throws when one of these projections is being rebuilt already or was made from the log in another store, or the
 *   signal aborts
 */
export async function verifyProjections(options: Omit<RebuildOptions, 'dryRun'>): Promise<VerifyReport> {
  const { pool, url, store, onProgress } = options
  const targets = options.projections.map((projection) => asideOf(pool, projection))
  const names = options.projections.map(({ name }) => name)
  return rebuildingAlone(url, names, async () => {
    const progress = new ProgressReporter(options.eventsTotal, onProgress)
    try {
      const positions = await Promise.all(
        names.map(async (name) => {
          const { position } = await loadState(pool, name)
          const problem = anotherLog(store, name, position)
          if (problem !== null) throw new Error(problem)
          return position
        }),
      )
      const upTo = positions.sort()[0] ?? START
      const { states } = await buildAside(options, targets, progress, upTo)
      progress.phase('compare')
      const comparisons: Comparison[] = []
      for (const [target, state] of states) comparisons.push(await compareAtRest(options, target, state))
      progress.phase('done')
      return summary(comparisons)
    } finally {
      for (const target of targets) await dropAside(target)
    }
  })
}

// The runner waits only until a snapshot is taken that shows both sets at one position.
async function compareAtRest(
  options: Omit<RebuildOptions, 'dryRun'>,
  target: Target<unknown>,
  from: RunnerState,
): Promise<Comparison> {
  const { pool, store } = options
  const { name } = target.projection
  const state = await catchUp(target, from, { ...options, upTo: (await loadState(pool, name)).position })
  return withClient(pool, async (snapshot) => {
    await inTransaction(pool, async (db) => {
      await catchUp(target, state, { store, upTo: await lockLive(db, name) })
      await snapshot.query('begin isolation level repeatable read read only; select 1')
    })
    const comparison = await compareSets(snapshot, target)
    await snapshot.query('commit')
    return comparison
  })
}

function summary(comparisons: readonly Comparison[]): VerifyReport {
  const differing = comparisons.reduce((sum, comparison) => sum + comparison.differing, 0)
  return {
    ok: differing === 0,
    rows: comparisons.reduce((sum, { rows }) => sum + rows, 0),
    differing,
    differences: comparisons.flatMap(({ differences }) => differences),
  }
}
