import type { FieldName } from './fields.js'
import type { Progress } from './status.js'

// Who has the right of disposal may redirect the goods (CMR art. 12): the place of delivery and the consignee.
const deliverySide: readonly FieldName[] = [
  'receiver_company_name',
  'receiver_address',
  'receiver_city',
  'receiver_postal_code',
  'receiver_country',
  'receiver_tax_id',
  'receiver_contact_name',
  'receiver_email',
  'receiver_phone',
  'delivery_address',
  'delivery_city',
  'delivery_postal_code',
  'delivery_country',
  'delivery_date',
  'delivery_time_from',
  'delivery_time_to',
]

/** With what and by which driver the goods are carried. */
export const vehicleFields = [
  'driver_name',
  'driver_phone',
  'vehicle_plate',
  'trailer_plate',
  'vehicle_country',
  'special_permit_number',
  'seal_numbers',
] as const satisfies readonly FieldName[]

export type VehicleField = (typeof vehicleFields)[number]

const vehicleAndDriver: ReadonlySet<FieldName> = new Set(vehicleFields)

// Successive carriers take over on the way (CMR art. 34 and 35), so they can be written down on the way.
const instructions: readonly FieldName[] = ['instructions', 'customs_instructions', 'successive_carriers']

const onTheWay: ReadonlySet<FieldName> = new Set([...deliverySide, ...vehicleAndDriver, ...instructions])

/** Whether a field may still change when the goods have come this far. */
export function isEditable(progress: Progress, field: FieldName): boolean {
  if (progress === 'delivered') return false
  return progress !== 'in_transit' || onTheWay.has(field)
}

/** Whether a field says who carries the goods. */
export function isCarrierField(field: FieldName): boolean {
  return field.startsWith('carrier_')
}

/** Whether a field says with what and by which driver the goods are carried. */
export function isVehicleField(field: FieldName): boolean {
  return vehicleAndDriver.has(field)
}
