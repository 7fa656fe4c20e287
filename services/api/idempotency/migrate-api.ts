import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import * as idempotencyKeys from './migrations/0001-idempotency-keys.js'

/** Creates the schema `api`, or brings it up to date. */
export async function migrateApi(pool: Pool): Promise<void> {
  await migrate(pool, 'api', { '0001-idempotency-keys': idempotencyKeys })
}
