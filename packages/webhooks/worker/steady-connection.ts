import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg'
import { STEADY_PLANS } from '../db.js'

/** A connection for statements over what is pending, one at a time. */
export interface SteadyConnection {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<readonly Row[]>
  close(): void
}

// A claim that a crash of the database forgets is made again, as after one of the worker: the receiver knows the id. What
// comes after it in the log of the database, such as its result, is not written without it.
const SETTINGS = `${STEADY_PLANS.replaceAll('set local', 'set')}; set plan_cache_mode = force_generic_plan;
  set synchronous_commit = off`

/**
 * Takes a connection from a pool when it is first needed, and another one after an error. Its settings are made once and
 * its named statements planned once, which for the claim takes as long as carrying it out. A statement is a transaction.
 */
export function steadyConnection(pool: Pool): SteadyConnection {
  let kept: PoolClient | undefined

  async function open(): Promise<PoolClient> {
    kept ??= await pool.connect()
    await kept.query(SETTINGS)
    return kept
  }

  function close(): void {
    kept?.release(true)
    kept = undefined
  }

  return {
    async query<Row extends QueryResultRow>(statement: QueryConfig) {
      try {
        return (await (kept ?? (await open())).query<Row>(statement)).rows
      } catch (error) {
        close()
        throw error
      }
    },
    close,
  }
}
