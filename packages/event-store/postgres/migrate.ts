import { type TablesStep, tablesOf } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { EventStoreLocation } from '../open.js'
import { log } from './migrations/0001-log.js'
import { copies } from './migrations/0002-copies.js'
import { home } from './migrations/0003-home.js'
import { chain } from './migrations/0004-chain.js'
import { writeProbe } from './migrations/0005-write-probe.js'
import { uncompressed } from './migrations/0006-uncompressed.js'

/**
 * Creates or updates the schema `log`.
 *
 * @throws the database's error when it cannot
 */
export const migrateEventStore: TablesStep = tablesOf('log', {
  '0001-log': log,
  '0002-copies': copies,
  '0003-home': home,
  '0004-chain': chain,
  '0005-write-probe': writeProbe,
  '0006-uncompressed': uncompressed,
})

type Kind = EventStoreLocation['kind']

/** The configuration names another product than the one that keeps the log; to write there would make two logs of one. */
export class LogIsElsewhere extends Error {
  override readonly name = 'LogIsElsewhere'
}

const CLAIM = `insert into log.home (store)
  select case when exists (select from log.events) then 'postgres' else $1 end
  on conflict do nothing`

/**
 * Makes sure that the log of this installation is kept by the product that a process is about to use. The first process
 * decides, unless PostgreSQL holds events already; afterwards `ecmr store migrate --switch` does. The tables must exist,
 * see `migrateEventStore`.
 *
 * @throws LogIsElsewhere
 */
export async function assertLogLocation(pool: Pool, kind: Kind): Promise<void> {
  await pool.query(CLAIM, [kind])
  const { rows } = await pool.query<{ store: string }>('select store from log.home')
  const store = rows[0]?.store
  if (store === kind) return
  throw new LogIsElsewhere(
    `the event log is kept in ${store}, but EVENT_STORE names ${kind}; "ecmr store migrate" moves a log`,
  )
}
