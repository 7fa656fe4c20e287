import type { Pool } from 'pg'
import type { Checkpoint } from '../evidence.js'
import { newestCheckpoint } from './stored-checkpoints.js'

const KEPT_MS = 1_000

/**
 * Makes a function that gives the newest checkpoint, and asks the database at most once a second. It needs no key: processes that
 * only show checkpoints use this.
 */
export function checkpointReader(pool: Pool): () => Promise<Checkpoint | undefined> {
  let kept: { readonly until: number; readonly checkpoint: Promise<Checkpoint | undefined> } | undefined
  return async () => {
    const now = performance.now()
    if (kept === undefined || kept.until < now)
      kept = { until: now + KEPT_MS, checkpoint: newestCheckpoint(pool).then(asCheckpoint) }
    const asked = kept
    return asked.checkpoint.catch((error: unknown) => {
      if (kept === asked) kept = undefined
      throw error
    })
  }
}

function asCheckpoint(stored: Checkpoint | undefined): Checkpoint | undefined {
  return stored && { size: stored.size, root: stored.root, at: stored.at, note: stored.note }
}
