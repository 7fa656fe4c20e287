import { upcastEvent } from '@ecmr/domain'
import type { Projection } from '@ecmr/projections'
import { eraseEarlier } from './erase-earlier.js'
import {
  createHistoryTables,
  eventsTable,
  finishHistoryTables,
  type HistoryRow,
  historyRow,
  storedEvents,
  usageTable,
} from './table.js'

/** What happened to a note, what happened to a company's notes, and how much do they take? */
export const historyProjection: Projection<HistoryRow> = {
  name: 'history',
  categories: ['ecmr'],
  tables: [eventsTable, usageTable],
  appendOnly: true,
  // A history leaves nothing out, not even what this version cannot interpret.
  upcast: upcastEvent,
  knows: () => true,
  key: ({ position }) => position,
  apply: (_row, event) => historyRow(event),
  records: (row) => [{ ...row }, undefined],
  createTables: createHistoryTables,
  finish: finishHistoryTables,
  load: async () => new Map(),
  statements: (schema, changes) =>
    storedEvents(
      schema,
      changes.map(({ after }) => after),
    ),
  followUp(changes) {
    const erasures = changes.map(({ after }) => after).filter(({ type }) => type === 'PersonalDataErased')
    if (erasures.length === 0) return undefined
    return async (db, schema) => {
      for (const row of erasures) await eraseEarlier(db, schema, row)
    }
  },
}
