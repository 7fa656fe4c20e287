import type { JsonObject, JsonValue } from '../json.js'

/** A vehicle that carried the goods. */
export interface CarryingVehicle {
  readonly vehicle_plate?: string
  readonly trailer_plate?: string
  /** RFC 3339, UTC: when it took the goods, as stated */
  readonly since: string
  /** when that was recorded */
  readonly recorded_at: string
}

/** What of an event is needed to know the vehicles. */
interface KnownEvent {
  readonly type: string
  readonly recorded_at: string
  readonly data: JsonValue
}

const plateFields = ['vehicle_plate', 'trailer_plate'] as const
type Plates = Readonly<Record<(typeof plateFields)[number], JsonValue>>

/**
 * The vehicles that the goods were carried in, in turn: the one that took them over, and each that followed. None before the
 * goods are taken over. Another driver alone makes no other vehicle.
 *
 * @param history the events of a note, oldest first
 */
export function vehiclesOf(history: readonly KnownEvent[]): readonly CarryingVehicle[] {
  let plates: Plates = { vehicle_plate: null, trailer_plate: null }
  let vehicles: readonly CarryingVehicle[] = []
  for (const { type, recorded_at, data } of history) {
    if (!isObject(data)) continue
    const before = plates
    plates = { ...plates, ...platesIn(data) }
    const isOther = plateFields.some((name) => plates[name] !== before[name])
    if (type === 'GoodsTakenOver') vehicles = [carrying(plates, recorded_at, data.taken_over_at)]
    else if (type === 'VehicleChanged' && isOther)
      vehicles = [...vehicles, carrying(plates, recorded_at, data.changed_at)]
    else if (type === 'DeliveryReverted' && data.back_to !== 'in_transit') vehicles = []
  }
  return vehicles
}

function carrying(
  { vehicle_plate, trailer_plate }: Plates,
  recorded_at: string,
  stated: JsonValue | undefined,
): CarryingVehicle {
  return {
    ...(typeof vehicle_plate === 'string' && { vehicle_plate }),
    ...(typeof trailer_plate === 'string' && { trailer_plate }),
    since: typeof stated === 'string' ? stated : recorded_at,
    recorded_at,
  }
}

/** The plates that an event sets. */
function platesIn({ fields, changes }: JsonObject): Partial<Plates> {
  if (isObject(fields)) return Object.fromEntries(plateFields.map((name) => [name, fields[name] ?? null]))
  if (!Array.isArray(changes)) return {}
  const set = changes.filter(isObject).filter(({ field }) => plateFields.some((name) => name === field))
  return Object.fromEntries(set.map((change) => [change.field, change.new ?? null]))
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
