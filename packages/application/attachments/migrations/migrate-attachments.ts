import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import * as files from './0001-files.js'

/** Creates the schema `attachments`, or brings it up to date. */
export async function migrateAttachments(pool: Pool): Promise<void> {
  await migrate(pool, 'attachments', { '0001-files': files })
}
