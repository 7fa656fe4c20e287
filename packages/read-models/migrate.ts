import type { Migrations } from '@ecmr/postgres'
import { migrateProjections } from '@ecmr/projections'
import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import { BYTES, countUsage, erasureIndex, timeIndexes, usage } from './history/table.js'
import { projections } from './projections.js'

const changes: Migrations = {
  // A history that is made anew gets these indexes as it is finished.
  '0002-history-by-time': {
    async up(db) {
      if (await isThere(db, 'rm_history.events')) await sql.raw(timeIndexes('rm_history')).execute(db)
    },
  },
  // Goes through the whole history once: some 100 MB of it a second.
  '0004-usage': {
    async up(db) {
      if (!(await isThere(db, 'rm_history.events'))) return
      await sql
        .raw(`alter table rm_history.events add column ${BYTES}; ${usage('rm_history')};
        ${countUsage('rm_history')}`)
        .execute(db)
    },
  },
  '0007-erasures': {
    async up(db) {
      if (await isThere(db, 'rm_history.events')) await sql.raw(erasureIndex('rm_history')).execute(db)
    },
  },
}

async function isThere(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql<{
    there: boolean
  }>`select to_regclass(${table}::text) is not null as there`.execute(db)
  return rows[0]?.there ?? false
}

/** Creates what projections and their queries need: checkpoints, parked events, and every read model that is missing. */
export async function migrateReadModels(pool: Pool): Promise<void> {
  await migrateProjections(pool, projections, changes)
}
