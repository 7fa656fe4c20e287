import type { Table } from '@ecmr/projections'
import type { ClientBase } from 'pg'

// No internal id and no owner: what is not there cannot be shown.
export const shipmentsTable: Table = {
  name: 'shipments',
  key: ['ecmr_number'],
  columns: { ecmr_number: 'text', view: 'json', places: 'json' },
}

export async function createTrackingTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`
    create table ${schema}.shipments (
      ecmr_number text collate "C" primary key,
      view json not null,
      places json not null
    )`)
}

/** The primary key is the only index; what is left is to tell the planner what came in. */
export async function finishTrackingTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`analyze ${schema}.shipments`)
}
