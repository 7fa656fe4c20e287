import { ecmrEventTypes, upcastEvent } from '@ecmr/domain'
import {
  insertRecords,
  type Projection,
  type Queries,
  type RowChange,
  type Statement,
  updateRecords,
} from '@ecmr/projections'
import { applyToDocuments } from './apply.js'
import {
  createDocumentsTables,
  type DocumentsRow,
  finishDocumentsTables,
  noteRecord,
  notesTable,
} from './table.js'

const known: ReadonlySet<string> = new Set(ecmrEventTypes)

/** What does a document's address serve, and which documents lack a change of their note? */
export const documentsProjection: Projection<DocumentsRow> = {
  name: 'documents',
  categories: ['ecmr'],
  tables: [notesTable],
  appendOnly: false,
  upcast: upcastEvent,
  knows: (type) => known.has(type),
  key: ({ stream }) => stream.slice('ecmr-'.length),
  apply: applyToDocuments,
  // Most notes have none, and take no room.
  records: (row) => [row.documents.length > 0 ? noteRecord(row) : undefined],
  createTables: createDocumentsTables,
  finish: finishDocumentsTables,
  load: loadRows,
  statements,
}

async function loadRows(
  db: Queries,
  schema: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, DocumentsRow>> {
  const { rows } = await db.query<DocumentsRow>({
    name: `load ${schema}`,
    text: `select ecmr_id, company_id, ecmr_number, documents, joint_at from ${schema}.notes where ecmr_id = any($1::uuid[])`,
    values: [keys],
  })
  return new Map(rows.map((row) => [row.ecmr_id, row]))
}

function statements(schema: string, changes: readonly RowChange<DocumentsRow>[]): readonly Statement[] {
  const changed = changes.filter(({ before, after }) => before?.documents !== after.documents)
  const kept = changed.filter(({ after }) => after.documents.length > 0)
  const isThere = ({ before }: RowChange<DocumentsRow>) => (before?.documents.length ?? 0) > 0
  const record = ({ after }: RowChange<DocumentsRow>) => noteRecord(after)
  return [
    ...insertRecords(schema, notesTable, kept.filter((change) => !isThere(change)).map(record)),
    ...updateRecords(schema, notesTable, kept.filter(isThere).map(record)),
  ]
}
