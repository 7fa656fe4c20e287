import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import * as webhooks from './0001-webhooks.js'
import * as management from './0002-webhook-management.js'
import * as fairPlanning from './0003-fair-planning.js'

/** Creates the schema `webhooks`, or brings it up to date. */
export async function migrateWebhooks(pool: Pool): Promise<void> {
  await migrate(pool, 'webhooks', {
    '0001-webhooks': webhooks,
    '0002-webhook-management': management,
    '0003-fair-planning': fairPlanning,
  })
}
