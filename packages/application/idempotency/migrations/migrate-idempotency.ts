import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import * as idempotencyKeys from './0001-idempotency-keys.js'
import * as oneTable from './0002-one-table.js'

/** Creates the schema `api` with the idempotency keys, or brings it up to date. */
export async function migrateIdempotency(pool: Pool): Promise<void> {
  await migrate(pool, 'api', {
    '0001-idempotency-keys': idempotencyKeys,
    '0002-one-table': oneTable,
  })
}
