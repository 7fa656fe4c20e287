import type { Pool } from 'pg'
import type { ShownDocument } from './table.js'

/** What the address of a document serves. */
export interface ServedDocument {
  readonly version: number
  /** SHA-256 (hex) of the file */
  readonly sha256: string
  readonly bytes: number
  readonly file_name: string
}

/** The newest version of a document, or undefined when none has been issued. */
export async function servedDocument(db: Pool, documentId: string): Promise<ServedDocument | undefined> {
  const { rows } = await db.query<ServedDocument>({
    name: 'served document',
    text: `select d.version, d.sha256, d.bytes, n.ecmr_number || '.pdf' as file_name
      from rm_documents.notes n,
        json_to_recordset(n.documents) as d(document_id uuid, version integer, sha256 text, bytes integer)
      where n.document_ids @> array[$1::uuid] and d.document_id = $1
      order by d.version desc, n.ecmr_number limit 1`,
    values: [documentId],
  })
  return rows[0]
}

/** A note of which some document lacks changes. */
export interface OutdatedNote {
  readonly ecmr_id: string
  readonly company_id: string
  readonly documents: readonly ShownDocument[]
  /** the oldest change that a document lacks */
  readonly outdated_since: string
}

/** Notes with documents that have lacked a change since before an instant, the longest first; `after` leaves out what was tried. */
export async function outdatedNotes(
  db: Pool,
  before: Date,
  { limit, except = [] }: { readonly limit: number; readonly except?: readonly string[] },
): Promise<readonly OutdatedNote[]> {
  const { rows } = await db.query<OutdatedNote>({
    name: 'outdated notes',
    text: `select ecmr_id, company_id, documents, outdated_since from rm_documents.notes
      where outdated_since <= $1 and ecmr_id <> all($3::uuid[]) order by outdated_since limit $2`,
    values: [before, limit, except],
  })
  return rows
}
