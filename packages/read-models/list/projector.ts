import { ecmrEventTypes, upcastEvent } from '@ecmr/domain'
import { insertRecords, type Projection, type RowChange, updateRecords } from '@ecmr/projections'
import type { ClientBase } from 'pg'
import { applyToList, type ListRow, noteRecord, searchRecord } from './apply.js'
import { counterDeltas, storeCounters } from './counters.js'
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
  store: storeRows,
  tidy: indexRecentTexts,
}

async function loadRows(
  db: ClientBase,
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

async function storeRows(
  db: ClientBase,
  schema: string,
  changes: readonly RowChange<ListRow>[],
): Promise<void> {
  const added = changes.filter(({ before }) => !before).map(({ after }) => after)
  const updated = changes.filter(({ before }) => before)
  const renamed = updated.filter(
    ({ before, after }) => before && searchText(before.item) !== searchText(after.item),
  )
  const notes = updated.map(({ after }) => noteRecord(after))
  const texts = renamed.map(({ after }) => searchRecord(after))
  await insertRecords(db, schema, notesTable, added.map(noteRecord))
  await insertRecords(db, schema, recentSearchTable, added.map(searchRecord))
  await updateRecords(db, schema, notesTable, notes)
  // Each text stands in one of the two.
  await updateRecords(db, schema, searchTable, texts)
  await updateRecords(db, schema, recentSearchTable, texts)
  await storeCounters(db, schema, counterDeltas(changes))
}
