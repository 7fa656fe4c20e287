import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import * as links from './0001-links.js'
import * as drivers from './0002-drivers.js'

/** Creates the schema `signing`, or brings it up to date. */
export async function migrateSigningLinks(pool: Pool): Promise<void> {
  await migrate(pool, 'signing', { '0001-links': links, '0002-drivers': drivers })
}
