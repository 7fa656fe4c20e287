import type { JsonObject } from '@ecmr/domain'
import type { EventMetadata, Position, RecordedEvent } from '@ecmr/event-store'
import { insertRecords, type Statement, type Table, type TableRecord } from '@ecmr/projections'
import type { ClientBase } from 'pg'

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

/** What a company's notes and their documents take. Derived from the events, so that a rebuild comes to the same. */
export const usageTable: Table = {
  name: 'usage',
  key: ['company_id'],
  columns: { company_id: 'text', bytes: 'bigint', events: 'bigint', notes: 'bigint' },
}

// `json`, not `jsonb`: nothing looks inside, and the text is kept as it is without being taken apart. Rows that fit into a
// page are not compressed, which would begin at 2 kB and take half the time of writing them.
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
      ${BYTES},
      primary key (ecmr_id, revision)
    ) with (toast_tuple_target = 8160);
    ${usage(schema)}`)
}

/**
 * What an event takes for its company: itself, and the file of a document that was issued or of an attachment. A file for several
 * notes counts once, spread over them.
 */
const TAKEN = `bytes + case when type in ('DocumentIssued', 'AttachmentAdded')
  then (data->>'bytes')::bigint / greatest(1, coalesce(json_array_length(data->'notes'), 1)) else 0 end`

/** What an event takes, known without reading what it says. */
export const BYTES =
  'bytes integer not null generated always as (octet_length(data::text) + octet_length(metadata::text)) stored'

/** The table of what companies use. */
export function usage(schema: string): string {
  return `create table ${schema}.usage (
      company_id text collate "C" primary key,
      bytes bigint not null,
      events bigint not null,
      notes bigint not null
    ) with (fillfactor = 50)`
}

/** Counts what all companies use. */
export function countUsage(schema: string): string {
  return `delete from ${schema}.usage;
    insert into ${schema}.usage (company_id, bytes, events, notes)
      select company_id, sum(${TAKEN}), count(*), count(*) filter (where revision = 0) from ${schema}.events
      group by company_id`
}

export async function finishHistoryTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`create index events_feed on ${schema}.events (company_id, position);
    ${timeIndexes(schema)};
    ${erasureIndex(schema)};
    ${countUsage(schema)};
    analyze ${schema}.events, ${schema}.usage`)
}

/** What is asked by time: a company's trail by days, newest first, and its deliveries per day. */
export function timeIndexes(schema: string): string {
  return `create index events_time on ${schema}.events (company_id, recorded_at, position);
    create index events_deliveries on ${schema}.events (company_id, recorded_at) where type = 'DeliveryConfirmed'`
}

/** The erasures of personal values, which are few. */
export function erasureIndex(schema: string): string {
  return `create index if not exists events_erasures on ${schema}.events (event_id) where type = 'PersonalDataErased'`
}

/** An event of a note, whole, as the history keeps it. */
export interface HistoryRow {
  readonly position: Position
  readonly ecmr_id: string
  readonly company_id: string
  readonly revision: number
  readonly type: string
  readonly event_id: string
  readonly recorded_at: string
  readonly data: JsonObject
  readonly metadata: EventMetadata
}

export function historyRow(event: RecordedEvent): HistoryRow {
  return {
    position: event.position,
    ecmr_id: event.stream.slice('ecmr-'.length),
    company_id: event.metadata.company_id,
    revision: event.revision,
    type: event.type,
    event_id: event.id,
    recorded_at: event.metadata.recorded_at,
    data: event.data,
    metadata: event.metadata,
  }
}

/** Inserts events, and adds what they take to what their companies use. */
export function storedEvents(schema: string, rows: readonly HistoryRow[]): readonly Statement[] {
  const records = rows.map((row): TableRecord => ({ ...row }))
  return insertRecords(schema, eventsTable, records).flatMap((insert) => [
    { ...insert, text: `${insert.text} returning company_id, bytes, revision, type, data` },
    {
      as: `use_${schema}`,
      text: `insert into ${schema}.usage as u (company_id, bytes, events, notes)
        select company_id, sum(${TAKEN}), count(*), count(*) filter (where revision = 0) from ${insert.as}
        group by company_id
        on conflict (company_id) do update set bytes = u.bytes + excluded.bytes,
          events = u.events + excluded.events, notes = u.notes + excluded.notes`,
      values: [],
    },
  ])
}
