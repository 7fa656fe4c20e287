import type { Table, TableRecord } from '@ecmr/projections'
import type { ClientBase } from 'pg'

/** The newest version of a document, as far as one note knows it. */
export interface ShownDocument {
  readonly document_id: string
  readonly kind: string
  readonly language: string
  readonly version: number
  readonly sha256: string
  readonly bytes: number
  /** another document has taken its place; its address keeps this version */
  readonly superseded: boolean
  /** all notes that it is for, when they are several */
  readonly notes?: readonly string[]
  /** since when it lacks a change of the note, RFC 3339; null: it shows the note as it is */
  readonly outdated_since: string | null
}

/** A note's documents. */
export interface DocumentsRow {
  readonly ecmr_id: string
  readonly company_id: string
  readonly ecmr_number: string
  readonly documents: readonly ShownDocument[]
  /** when a document for several notes was recorded last, RFC 3339 */
  readonly joint_at: string | null
}

/** Holds notes that have documents only. */
export const notesTable: Table = {
  name: 'notes',
  key: ['ecmr_id'],
  columns: {
    ecmr_id: 'uuid',
    company_id: 'text',
    ecmr_number: 'text',
    documents: 'json',
    document_ids: 'uuid[]',
    outdated_since: 'timestamptz',
    joint_at: 'timestamptz',
  },
}

export function noteRecord({
  ecmr_id,
  company_id,
  ecmr_number,
  documents,
  joint_at,
}: DocumentsRow): TableRecord {
  const since = documents.map(({ outdated_since }) => outdated_since).filter((at) => at !== null)
  return {
    ecmr_id,
    company_id,
    ecmr_number,
    documents,
    document_ids: `{${documents.map(({ document_id }) => document_id).join(',')}}`,
    outdated_since: since.sort()[0] ?? null,
    joint_at,
  }
}

export async function createDocumentsTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`
    create table ${schema}.notes (
      ecmr_id uuid primary key,
      company_id text collate "C" not null,
      ecmr_number text collate "C" not null,
      documents json not null,
      document_ids uuid[] not null,
      outdated_since timestamptz,
      joint_at timestamptz
    )`)
}

export async function finishDocumentsTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`
    create index notes_documents on ${schema}.notes using gin (document_ids) with (fastupdate = off);
    create index notes_outdated on ${schema}.notes (outdated_since) where outdated_since is not null;
    create index notes_joint on ${schema}.notes (joint_at) where joint_at is not null;
    analyze ${schema}.notes`)
}
