import type { EcmrFields, FieldName, Status } from '@ecmr/domain'
import type { Signatures } from '../signatures.js'

/** The fields of a note that a list shows; the others stand in its record. */
export const listedFields = [
  'reference',
  'transport_type',
  'sender_company_name',
  'sender_address',
  'sender_city',
  'sender_postal_code',
  'sender_country',
  'receiver_company_name',
  'receiver_address',
  'receiver_city',
  'receiver_postal_code',
  'receiver_country',
  'carrier_company_name',
  'carrier_city',
  'carrier_country',
  'driver_name',
  'vehicle_plate',
  'trailer_plate',
  'pickup_city',
  'pickup_country',
  'pickup_date',
  'delivery_city',
  'delivery_country',
  'delivery_date',
  'goods_description',
  'goods_packages',
  'goods_weight_kg',
] as const satisfies readonly FieldName[]

export type ListedField = (typeof listedFields)[number]

/** One line of a list of consignment notes. Absent fields were never given. */
export type ListItem = Pick<EcmrFields, ListedField> &
  Signatures & {
    readonly id: string
    readonly ecmr_number: string
    readonly status: Status
    /** number of events so far */
    readonly version: number
    readonly created_at: string
    readonly updated_at: string
    readonly taken_over_at?: string
    readonly delivered_at?: string
    readonly cancelled_at?: string
    readonly cancel_reason?: string
    readonly open_incidents: number
  }
