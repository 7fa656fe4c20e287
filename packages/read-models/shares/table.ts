import type { ShareAccess } from '@ecmr/domain'
import type { Table, TableRecord } from '@ecmr/projections'
import type { ClientBase } from 'pg'

/** A share of a note with another company. */
export interface ListedShare {
  readonly share_id: string
  readonly company_id: string
  readonly access: ShareAccess
  readonly role: string | null
  /** RFC 3339 */
  readonly shared_at: string
  /** RFC 3339; null: it is open */
  readonly revoked_at: string | null
}

/** A note's shares, oldest first. */
export interface SharesRow {
  readonly ecmr_id: string
  readonly shares: readonly ListedShare[]
}

/** Holds notes that are, or were, shared only. */
export const sharesTable: Table = {
  name: 'shares',
  key: ['ecmr_id', 'share_id'],
  columns: {
    ecmr_id: 'uuid',
    share_id: 'uuid',
    company_id: 'text',
    access: 'text',
    role: 'text',
    shared_at: 'timestamptz',
    revoked_at: 'timestamptz',
  },
}

export function shareRecord(ecmr_id: string, share: ListedShare): TableRecord {
  return { ecmr_id, ...share }
}

export async function createSharesTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`
    create table ${schema}.shares (
      ecmr_id uuid not null,
      share_id uuid not null,
      company_id text collate "C" not null,
      access text not null,
      role text,
      shared_at timestamptz not null,
      revoked_at timestamptz,
      primary key (ecmr_id, share_id)
    )`)
}

export async function finishSharesTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`
    create index shares_open on ${schema}.shares (company_id, ecmr_id) where revoked_at is null;
    analyze ${schema}.shares`)
}
