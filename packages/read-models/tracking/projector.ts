import { ecmrEventTypes, upcastEvent } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import {
  insertRecords,
  type Projection,
  type Queries,
  type RowChange,
  type Statement,
  updateRecords,
} from '@ecmr/projections'
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
  statements,
}

function numberOf({ metadata, stream }: RecordedEvent): string {
  if (metadata.ecmr_number === undefined) throw new Error(`An event of ${stream} carries no number`)
  return metadata.ecmr_number
}

async function loadRows(
  db: Queries,
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

function statements(schema: string, changes: readonly RowChange<TrackingRow>[]): readonly Statement[] {
  const added = changes.filter(({ before }) => !before).map(({ after }) => shipmentRecord(after))
  const updated = changes.filter(({ before }) => before).map(({ after }) => shipmentRecord(after))
  return [...insertRecords(schema, shipmentsTable, added), ...updateRecords(schema, shipmentsTable, updated)]
}
