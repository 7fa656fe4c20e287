import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { log } from './migrations/0001-log.js'

/**
 * Creates or updates the schema `log`.
 *
 * @throws the database's error when it cannot
 */
export async function migrateEventStore(pool: Pool): Promise<void> {
  await migrate(pool, 'log', { '0001-log': log })
}
