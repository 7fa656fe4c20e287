import type { ClientBase } from 'pg'
import type { Table } from '../runner/table.js'

export const eventsTable: Table = {
  name: 'events',
  key: ['ecmr_id', 'revision'],
  columns: {
    position: 'text',
    ecmr_id: 'uuid',
    company_id: 'text',
    revision: 'integer',
    type: 'text',
    event_id: 'uuid',
    recorded_at: 'timestamptz',
    data: 'json',
    metadata: 'json',
  },
}

// `json`, not `jsonb`: nothing looks inside, and the text is kept as it is without being taken apart.
export async function createHistoryTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`
    create table ${schema}.events (
      position text collate "C" not null,
      ecmr_id uuid not null,
      company_id text collate "C" not null,
      revision integer not null,
      type text not null,
      event_id uuid not null,
      recorded_at timestamptz not null,
      data json not null,
      metadata json not null,
      primary key (ecmr_id, revision)
    )`)
}

export async function finishHistoryTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`create index events_feed on ${schema}.events (company_id, position);
    ${timeIndexes(schema)};
    analyze ${schema}.events`)
}

/** What is asked by time: a company's trail by days, newest first, and its deliveries per day. */
export function timeIndexes(schema: string): string {
  return `create index events_time on ${schema}.events (company_id, recorded_at, position);
    create index events_deliveries on ${schema}.events (company_id, recorded_at) where type = 'DeliveryConfirmed'`
}
