import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import * as links from './0001-links.js'
import * as mailCounts from './0002-mail-counts.js'

/** Creates the schema `documents`, or brings it up to date. */
export async function migrateDocumentLinks(pool: Pool): Promise<void> {
  await migrate(pool, 'documents', { '0001-links': links, '0002-mail-counts': mailCounts })
}
