import type { Migrations, TablesStep } from '@ecmr/postgres'
import { projectionTables } from '@ecmr/projections'
import { type Kysely, sql } from 'kysely'
import { BYTES, countUsage, erasureIndex, timeIndexes, usage } from './history/table.js'
import { deliveryIndex, filterIndexes, lateIndexes, orderIndexes } from './list/table.js'
import { writeTextsAnew } from './list/write-texts-anew.js'
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
  // A list that is made anew gets these as it is finished.
  '0008-list-filters': {
    async up(db) {
      if (!(await isThere(db, 'rm_list.notes'))) return
      await sql`drop index if exists rm_list.notes_created, rm_list.notes_updated, rm_list.notes_cancelled,
        rm_list.notes_reference`.execute(db)
      await sql.raw(`${orderIndexes('rm_list')}; ${filterIndexes('rm_list')}`).execute(db)
    },
  },
  '0009-list-delivery': {
    async up(db) {
      if (!(await isThere(db, 'rm_list.notes'))) return
      await sql`drop index if exists rm_list.notes_delivery`.execute(db)
      await sql.raw(deliveryIndex('rm_list')).execute(db)
    },
  },
  // The day of delivery became an order of the list, and texts hold plates without their blanks. Texts are written anew some
  // thousands a second, while they are read.
  '0010-list-texts-and-delivery': {
    async up(db) {
      if (!(await isThere(db, 'rm_list.notes'))) return
      await sql`drop index if exists rm_list.notes_delivery`.execute(db)
      await sql.raw(deliveryIndex('rm_list')).execute(db)
      await writeTextsAnew(db, 'rm_list')
    },
  },
  '0011-list-late': {
    async up(db) {
      if (!(await isThere(db, 'rm_list.notes'))) return
      await sql`drop index if exists rm_list.notes_to_pick_up, rm_list.notes_to_deliver`.execute(db)
      await sql.raw(lateIndexes('rm_list')).execute(db)
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
export const migrateReadModels: TablesStep = projectionTables(projections, changes)
