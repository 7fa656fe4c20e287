import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import * as entries from './0001-entries.js'

/** Creates the schema `registers`, or brings it up to date. */
export async function migrateRegisters(pool: Pool): Promise<void> {
  await migrate(pool, 'registers', { '0001-entries': entries })
}
