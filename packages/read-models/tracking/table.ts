import type { EcmrFields } from '@ecmr/domain'
import type { Table, TableRecord } from '@ecmr/projections'
import type { ClientBase } from 'pg'
import type { TrackingView } from './view.js'

// No internal id and no owner: what is not there cannot be shown.
export const shipmentsTable: Table = {
  name: 'shipments',
  key: ['ecmr_number'],
  columns: { ecmr_number: 'text', view: 'json', places: 'json' },
}

export async function createTrackingTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`
    create table ${schema}.shipments (
      ecmr_number text collate "C" primary key,
      view json not null,
      places json not null
    )`)
}

/** The primary key is the only index; what is left is to tell the planner what came in. */
export async function finishTrackingTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`analyze ${schema}.shipments`)
}

/** The fields that pickup and delivery are read from: their own, else the sender's and the receiver's. */
export const placeFields = [
  'sender_city',
  'sender_country',
  'receiver_city',
  'receiver_country',
  'pickup_city',
  'pickup_country',
  'pickup_date',
  'delivery_city',
  'delivery_country',
  'delivery_date',
] as const

export type PlaceField = (typeof placeFields)[number]
export type Places = Pick<EcmrFields, PlaceField>

/** A shipment as tracking keeps it: what the public sees, and what that is worked out from. */
export interface TrackingRow {
  readonly view: TrackingView
  readonly places: Places
}

export function shipmentRecord({ view, places }: TrackingRow): TableRecord {
  return { ecmr_number: view.ecmr_number, view, places }
}

// The party's country goes with the party's city only: a pickup elsewhere may be in another country.
export function shownPlaces(
  places: Places,
): Pick<
  TrackingView,
  'pickup_city' | 'pickup_country' | 'pickup_date' | 'delivery_city' | 'delivery_country' | 'delivery_date'
> {
  const fromSender = places.pickup_city === undefined
  const toReceiver = places.delivery_city === undefined
  return {
    pickup_city: places.pickup_city ?? places.sender_city,
    pickup_country: places.pickup_country ?? (fromSender ? places.sender_country : undefined) ?? null,
    pickup_date: places.pickup_date,
    delivery_city: places.delivery_city ?? places.receiver_city,
    delivery_country: places.delivery_country ?? (toReceiver ? places.receiver_country : undefined) ?? null,
    delivery_date: places.delivery_date ?? null,
  }
}
