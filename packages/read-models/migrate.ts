import type { Pool } from 'pg'

/** Creates what projections and their queries need: checkpoints, parked events, and every read model that is missing. */
export async function migrateReadModels(pool: Pool): Promise<void> {
  throw new Error(`not yet ${pool.totalCount}`)
}
