import { documentEventTypes, toDocumentEvent, upcastEvent } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { insertRecords, type Projection } from '@ecmr/projections'
import { createReadsTables, finishReadsTables, type ReadsRow, readsTable } from './table.js'

const known: ReadonlySet<string> = new Set(documentEventTypes)

/** Who fetched a document at its public addresses? */
export const readsProjection: Projection<ReadsRow> = {
  name: 'reads',
  categories: ['document'],
  tables: [readsTable],
  appendOnly: true,
  upcast: upcastEvent,
  knows: (type) => known.has(type),
  key: ({ position }) => position,
  apply: (_row, event) => rowOf(event),
  records: (row) => [{ ...row }],
  createTables: createReadsTables,
  finish: finishReadsTables,
  load: async () => new Map(),
  statements: (schema, changes) =>
    insertRecords(
      schema,
      readsTable,
      changes.map(({ after }) => ({ ...after })),
    ),
}

const NO_READS: { readonly reads: ReadsRow['reads']; readonly unlisted?: number } = { reads: [] }

function rowOf(recorded: RecordedEvent): ReadsRow {
  const event = toDocumentEvent(recorded)
  if (event === undefined) throw new Error(`${recorded.type} is malformed`)
  const { reads, unlisted = 0 } = event.type === 'InspectionCopyServed' ? event.data : NO_READS
  return {
    document_id: event.data.document_id,
    revision: recorded.revision,
    company_id: recorded.metadata.company_id,
    reads,
    listed: reads.length,
    unlisted,
  }
}
