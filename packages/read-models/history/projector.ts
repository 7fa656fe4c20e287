import type { Projection } from '../runner/projection.js'
import { insertRecords } from '../runner/table.js'
import { type HistoryRow, historyRow } from './row.js'
import { createHistoryTables, eventsTable, finishHistoryTables } from './table.js'

/** What happened to a note, and what happened to a company's notes? */
export const historyProjection: Projection<HistoryRow> = {
  name: 'history',
  categories: ['ecmr'],
  tables: [eventsTable],
  appendOnly: true,
  // A history leaves nothing out, not even what this version cannot interpret.
  knows: () => true,
  key: ({ position }) => position,
  apply: (_row, event) => historyRow(event),
  records: (row) => [{ ...row }],
  createTables: createHistoryTables,
  finish: finishHistoryTables,
  load: async () => new Map(),
  store: (db, schema, changes) =>
    insertRecords(
      db,
      schema,
      eventsTable,
      changes.map(({ after }) => ({ ...after })),
    ),
}
