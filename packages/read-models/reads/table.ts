import type { InspectionRead } from '@ecmr/domain'
import type { Table } from '@ecmr/projections'
import type { ClientBase } from 'pg'

/** The reads that one event tells of. */
export interface ReadsRow {
  readonly document_id: string
  readonly revision: number
  readonly company_id: string
  readonly reads: readonly InspectionRead[]
  readonly listed: number
  /** on a day with too many of them to list */
  readonly unlisted: number
}

export const readsTable: Table = {
  name: 'events',
  key: ['document_id', 'revision'],
  columns: {
    document_id: 'uuid',
    revision: 'integer',
    company_id: 'text',
    reads: 'json',
    listed: 'integer',
    unlisted: 'integer',
  },
}

export async function createReadsTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`
    create table ${schema}.events (
      document_id uuid not null,
      revision integer not null,
      company_id text collate "C" not null,
      reads json not null,
      listed integer not null,
      unlisted integer not null,
      primary key (document_id, revision)
    )`)
}

export async function finishReadsTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`create index events_company on ${schema}.events (company_id, document_id, revision);
    analyze ${schema}.events`)
}
