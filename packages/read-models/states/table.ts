import type { Status } from '@ecmr/domain'
import type { Table, TableRecord } from '@ecmr/projections'
import type { ClientBase } from 'pg'

/** What lists without a status go by: intervals that do not end when the status changes. */
export const ANY_STATUS = 'any'

/** From when until when something was so, of all that lists filter by. */
export interface Interval {
  readonly status: Status | typeof ANY_STATUS
  readonly cancelled: boolean
  /** YYYY-MM-DD */
  readonly pickup_date: string
  /** of the event that it begins with */
  readonly revision: number
  /** RFC 3339, UTC, milliseconds; an event that follows within the same millisecond leaves an interval that is empty */
  readonly valid_from: string
  /** from here on something else is so; null: it still is */
  readonly valid_to: string | null
}

/** How a note stood when. */
export interface StatesRow {
  readonly id: string
  readonly company_id: string
  readonly ecmr_number: string
  readonly created_at: string
  /** in two series, for any status and for each, in the order in which they began */
  readonly intervals: readonly Interval[]
}

export const intervalsTable: Table = {
  name: 'intervals',
  key: ['id', 'status', 'revision'],
  columns: {
    id: 'uuid',
    company_id: 'text',
    ecmr_number: 'text',
    status: 'text',
    cancelled: 'boolean',
    pickup_date: 'date',
    created_at: 'timestamptz',
    revision: 'integer',
    valid_from: 'timestamptz',
    valid_to: 'timestamptz',
  },
}

/** The columns that change when an interval ends. */
export const endsTable: Table = {
  name: 'intervals',
  key: ['id', 'status', 'revision'],
  columns: { id: 'uuid', status: 'text', revision: 'integer', valid_to: 'timestamptz' },
}

export function intervalRecord(
  { id, company_id, ecmr_number, created_at }: StatesRow,
  { valid_to, ...interval }: Interval,
): TableRecord {
  return { id, company_id, ecmr_number, created_at, ...interval, valid_to: valid_to ?? 'infinity' }
}

// An index answers without the table only as far as vacuum has come, so it comes more often than usual.
export async function createStatesTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`
    create table ${schema}.intervals (
      created_at timestamptz not null,
      valid_from timestamptz not null,
      valid_to timestamptz not null,
      id uuid not null,
      revision integer not null,
      pickup_date date not null,
      cancelled boolean not null,
      status text collate "C" not null,
      company_id text collate "C" not null,
      ecmr_number text collate "C" not null,
      primary key (id, status, revision)
    ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`)
}

/** One index answers and counts lists without reading the table: each walks the intervals of one status at most. */
export async function finishStatesTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`
    create index intervals_created on ${schema}.intervals (company_id, status, created_at, id)
      include (valid_from, valid_to, pickup_date, cancelled);
    analyze ${schema}.intervals`)
}
