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
    analyze ${schema}.events`)
}
