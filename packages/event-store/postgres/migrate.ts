import { migrate } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { log } from './migrations/0001-log.js'
import { copies } from './migrations/0002-copies.js'
import { home } from './migrations/0003-home.js'
import { chain } from './migrations/0004-chain.js'
import { writeProbe } from './migrations/0005-write-probe.js'

/**
 * Creates or updates the schema `log`.
 *
 * @throws the database's error when it cannot
 */
export async function migrateEventStore(pool: Pool): Promise<void> {
  await migrate(pool, 'log', {
    '0001-log': log,
    '0002-copies': copies,
    '0003-home': home,
    '0004-chain': chain,
    '0005-write-probe': writeProbe,
  })
}
