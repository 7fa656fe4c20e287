import { ecmrEventTypes, upcastEvent } from '@ecmr/domain'
import {
  insertRecords,
  type Projection,
  type Queries,
  type RowChange,
  type Statement,
  updateRecords,
} from '@ecmr/projections'
import { applyToList, type ListRow, noteRecord, searchRecord } from './apply.js'
import { counterDeltas, storedCounters } from './counters.js'
import type { ListItem } from './item.js'
import { searchText } from './search.js'
import {
  countersTable,
  createListTables,
  finishListTables,
  indexRecentTexts,
  notesTable,
  recentSearchTable,
  searchTable,
} from './table.js'

const known: ReadonlySet<string> = new Set(ecmrEventTypes)

/** Which notes has a company? */
export const listProjection: Projection<ListRow> = {
  name: 'list',
  categories: ['ecmr'],
  tables: [notesTable, searchTable, countersTable],
  appendOnly: false,
  upcast: upcastEvent,
  knows: (type) => known.has(type),
  key: ({ stream }) => stream.slice('ecmr-'.length),
  apply: applyToList,
  records: (row) => [noteRecord(row), searchRecord(row), undefined],
  createTables: createListTables,
  finish: finishListTables,
  load: loadRows,
  statements,
  tidy: indexRecentTexts,
}

async function loadRows(
  db: Queries,
  schema: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ListRow>> {
  const { rows } = await db.query<{ id: string; company_id: string; item: ListItem }>({
    name: `load ${schema}`,
    text: `select id, company_id, item from ${schema}.notes where id = any($1::uuid[])`,
    values: [keys],
  })
  return new Map(rows.map(({ id, company_id, item }) => [id, { company_id, item }]))
}

function statements(schema: string, changes: readonly RowChange<ListRow>[]): readonly Statement[] {
  const added = changes.filter(({ before }) => !before).map(({ after }) => after)
  const updated = changes.filter(({ before }) => before)
  const renamed = updated.filter(
    ({ before, after }) => before && searchText(before.item) !== searchText(after.item),
  )
  const notes = updated.map(({ after }) => noteRecord(after))
  const texts = renamed.map(({ after }) => searchRecord(after))
  return [
    ...insertRecords(schema, notesTable, added.map(noteRecord)),
    ...insertRecords(schema, recentSearchTable, added.map(searchRecord)),
    ...updateRecords(schema, notesTable, notes),
    // Each text stands in one of the two.
    ...updateRecords(schema, searchTable, texts),
    ...updateRecords(schema, recentSearchTable, texts),
    ...storedCounters(schema, counterDeltas(changes)),
  ]
}
