import { migrateIdempotency } from '@ecmr/application'
import type { Pool } from 'pg'
import { webhookTables } from './webhook-tables.js'

/** Creates the schema `webhooks`, or brings it up to date, with the idempotency keys that its commands are recorded in. */
export async function migrateWebhooks(pool: Pool): Promise<void> {
  await migrateIdempotency(pool)
  await webhookTables(pool)
}
