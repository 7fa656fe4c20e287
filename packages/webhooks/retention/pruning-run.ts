import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { BY_INDEX } from '../db.js'

/** One pass over everything that is old, made of many short transactions. */
export interface PruningRun {
  /** What came to its end before this instant is old. */
  readonly before: Date
  /**
   * Runs one batch as a transaction of its own, some time after the one before, so that others come to their turn.
   *
   * @throws when the signal aborts
   */
  batch<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result>
  /** the longest batch so far, milliseconds */
  longestMs(): number
}

const PAUSE_MS = 50
/** A process that freezes between two batches loses the lock after so long. */
const SILENT_MS = 30_000
const LOCK = 'webhook retention'

/**
 * Does a run unless another process is at one.
 *
 * @returns undefined when it is
 */
export async function runAlone<Result>(
  { pool, before, signal }: { readonly pool: Pool; readonly before: Date; readonly signal: AbortSignal },
  work: (run: PruningRun) => Promise<Result>,
): Promise<Result | undefined> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as won', [LOCK])
    if (rows[0]?.won !== true) {
      client.release()
      return undefined
    }
    await client.query(`set idle_session_timeout = ${SILENT_MS}`)
    const result = await work(runOn(client, before, signal))
    await client.query('reset idle_session_timeout')
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [LOCK])
    client.release()
    return result
  } catch (error) {
    // Closing the connection rolls back and unlocks.
    client.release(true)
    throw error
  }
}

function runOn(client: PoolClient, before: Date, signal: AbortSignal): PruningRun {
  let longest = 0
  let isFirst = true
  return {
    before,
    async batch(work) {
      if (isFirst) signal.throwIfAborted()
      else await delay(PAUSE_MS, undefined, { signal })
      isFirst = false
      const begun = performance.now()
      await client.query(`begin; ${BY_INDEX}`)
      const result = await work(client)
      await client.query('commit')
      longest = Math.max(longest, performance.now() - begun)
      return result
    },
    longestMs: () => longest,
  }
}
