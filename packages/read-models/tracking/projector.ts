import { ecmrEventTypes, upcastEvent } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { insertRecords, type Projection, type RowChange, updateRecords } from '@ecmr/projections'
import type { ClientBase } from 'pg'
import { applyToTracking } from './apply.js'
import {
  createTrackingTables,
  finishTrackingTables,
  shipmentRecord,
  shipmentsTable,
  type TrackingRow,
} from './table.js'

const known: ReadonlySet<string> = new Set(ecmrEventTypes)

/** Where is the shipment with this number? */
export const trackingProjection: Projection<TrackingRow> = {
  name: 'tracking',
  categories: ['ecmr'],
  tables: [shipmentsTable],
  appendOnly: false,
  upcast: upcastEvent,
  knows: (type) => known.has(type),
  key: numberOf,
  apply: applyToTracking,
  records: (row) => [shipmentRecord(row)],
  createTables: createTrackingTables,
  finish: finishTrackingTables,
  load: loadRows,
  store: storeRows,
}

function numberOf({ metadata, stream }: RecordedEvent): string {
  if (metadata.ecmr_number === undefined) throw new Error(`An event of ${stream} carries no number`)
  return metadata.ecmr_number
}

async function loadRows(
  db: ClientBase,
  schema: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, TrackingRow>> {
  const { rows } = await db.query<TrackingRow & { ecmr_number: string }>({
    name: `load ${schema}`,
    text: `select ecmr_number, view, places from ${schema}.shipments where ecmr_number = any($1::text[])`,
    values: [keys],
  })
  return new Map(rows.map(({ ecmr_number, view, places }) => [ecmr_number, { view, places }]))
}

async function storeRows(
  db: ClientBase,
  schema: string,
  changes: readonly RowChange<TrackingRow>[],
): Promise<void> {
  const added = changes.filter(({ before }) => !before)
  const updated = changes.filter(({ before }) => before)
  await insertRecords(
    db,
    schema,
    shipmentsTable,
    added.map(({ after }) => shipmentRecord(after)),
  )
  await updateRecords(
    db,
    schema,
    shipmentsTable,
    updated.map(({ after }) => shipmentRecord(after)),
  )
}
