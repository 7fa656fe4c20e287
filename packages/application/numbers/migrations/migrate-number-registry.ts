import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import * as numbers from './0001-numbers.js'

/** Creates the schema `number_registry`, or brings it up to date. */
export async function migrateNumberRegistry(pool: Pool): Promise<void> {
  await migrate(pool, 'number_registry', { '0001-numbers': numbers })
}
