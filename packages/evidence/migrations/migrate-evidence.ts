import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import * as checkpoints from './0001-checkpoints.js'
import * as tiles from './0002-tiles.js'

/** Creates the schema `evidence`, or brings it up to date. */
export async function migrateEvidence(pool: Pool): Promise<void> {
  await migrate(pool, 'evidence', { '0001-checkpoints': checkpoints, '0002-tiles': tiles })
}
