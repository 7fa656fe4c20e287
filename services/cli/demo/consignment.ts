import type { EcmrFields, FieldChanges } from '@ecmr/domain'
import type { Cast, Firm, Shipper } from './firms.js'
import type { Load } from './goods.js'
import type { Random } from './random.js'
import { inventedName, plate, trailerPlate } from './vehicles.js'

/** One journey: what is written on the note when it is made out, and what the haulier adds. */
export interface Consignment {
  readonly fields: Omit<EcmrFields, 'pickup_date'>
  readonly carriage: FieldChanges
  readonly sender: Firm
  readonly receiver: Firm
  readonly carrier: Firm
  readonly driver: string
  /** when the goods are picked up and delivered as planned, hours after the note was made out */
  readonly pickupAfterHours: number
  readonly deliveryAfterHours: number
}

const LEGAL_LOAD_KG = 24_000

/** Makes up a journey whose note is made out at an instant (milliseconds since 1970). */
export function inventConsignment(cast: Cast, random: Random, at: number, reference: string): Consignment {
  const sender = random.pick(cast.shippers)
  const receiver = pickReceiver(cast, random, sender)
  const carrier = random.pick(cast.carriers)
  const international = receiver.place.country !== sender.place.country
  const pickupAfterHours = random.int(8, 36)
  const deliveryAfterHours = pickupAfterHours + (international ? random.int(28, 72) : random.int(6, 26))
  const driver = inventedName(carrier.place.country, random)
  return {
    sender,
    receiver,
    carrier,
    driver,
    pickupAfterHours,
    deliveryAfterHours,
    fields: {
      ...parties(sender, receiver),
      reference,
      transport_type: international ? 'international' : 'national',
      language: 'es',
      issue_date: day(at),
      issue_place: sender.place.city,
      pickup_time_from: '08:00',
      pickup_time_to: '14:00',
      ...goods(sender, random),
      charges: [{ kind: 'Porte', amount: `${random.int(280, 2_900)}.00`, currency: 'EUR', payer: 'sender' }],
      instructions: international ? 'Avisar una hora antes de la entrega' : 'Descarga por muelle trasero',
      ...(international && { customs_instructions: 'Mercancía en libre práctica en la Unión Europea' }),
    },
    carriage: carriage(carrier, driver, random),
  }
}

/** A firm in another town. */
function pickReceiver(cast: Cast, random: Random, sender: Firm): Firm {
  const receiver = random.pick(cast.receivers)
  return receiver.place.city === sender.place.city ? pickReceiver(cast, random, sender) : receiver
}

/** The planned dates of a journey, an hour of which takes so many milliseconds. */
export const plannedDates = (journey: Consignment, at: number, hourMs: number) => ({
  pickup_date: day(at + journey.pickupAfterHours * hourMs),
  delivery_date: day(at + journey.deliveryAfterHours * hourMs),
})

const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

const parties = (sender: Firm, receiver: Firm) => ({
  sender_company_name: sender.name,
  sender_address: sender.address,
  sender_city: sender.place.city,
  sender_postal_code: sender.place.postalCode,
  sender_country: sender.place.country,
  sender_tax_id: sender.taxId,
  sender_email: sender.email,
  receiver_company_name: receiver.name,
  receiver_address: receiver.address,
  receiver_city: receiver.place.city,
  receiver_postal_code: receiver.place.postalCode,
  receiver_country: receiver.place.country,
  receiver_tax_id: receiver.taxId,
  receiver_email: receiver.email,
  contractual_shipper_company_name: sender.name,
  contractual_shipper_tax_id: sender.taxId,
  contractual_shipper_address: sender.address,
})

function goods(sender: Shipper, random: Random) {
  const load = random.pick(sender.loads)
  const kilograms = random.int(...load.kilograms)
  const packages = Math.min(random.int(...load.packages), Math.floor(LEGAL_LOAD_KG / kilograms))
  return {
    goods_description: load.description,
    goods_packages: packages,
    goods_packaging: load.packaging,
    goods_marks: `LOTE ${random.int(10_000, 99_999)}`,
    goods_weight_kg: packages * kilograms,
    goods_hs_code: load.hsCode,
    ...conditions(load),
  }
}

function conditions({ temperature, dangerous }: Load) {
  if (temperature !== undefined) return { goods_temperature: temperature }
  if (dangerous === undefined) return {}
  const [goods_un_number, goods_adr_class, goods_packing_group] = dangerous
  return { goods_dangerous: true, goods_un_number, goods_adr_class, goods_packing_group }
}

const carriage = (carrier: Firm, driver: string, random: Random): FieldChanges => ({
  carrier_company_name: carrier.name,
  carrier_tax_id: carrier.taxId,
  carrier_address: carrier.address,
  carrier_city: carrier.place.city,
  carrier_postal_code: carrier.place.postalCode,
  carrier_country: carrier.place.country,
  carrier_email: carrier.email,
  driver_name: driver,
  vehicle_plate: plate(carrier.place.country, random),
  trailer_plate: trailerPlate(carrier.place.country, random),
  vehicle_country: carrier.place.country,
})
