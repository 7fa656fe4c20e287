import type { EcmrCommand, IncidentInput, Role } from '@ecmr/domain'
import type { Consignment } from './consignment.js'
import type { Random } from './random.js'
import { inventedName, plate } from './vehicles.js'

/** Something that is done to a note some hours after it was made out. */
export interface Step {
  readonly afterHours: number
  readonly commands: readonly EcmrCommand[]
}

/** What happens to one note after it was made out. `id` makes ids that belong to this note. */
export type Story = (journey: Consignment, random: Random, id: () => string) => readonly Step[]

const step = (afterHours: number, ...commands: readonly EcmrCommand[]): Step => ({ afterHours, commands })

const sign = (role: Role, signer: string, place: string): EcmrCommand => ({
  type: 'sign',
  signature: { role, signer_name: signer, method: 'typed', place },
})

const stranger = (random: Random, journey: Consignment, role: 'sender' | 'receiver'): string =>
  inventedName(journey[role].place.country, random)

const draft: Story = () => []

const assigned: Story = ({ carriage }, random) => [
  step(random.int(1, 5), { type: 'edit', changes: carriage }),
]

const signedBySender: Story = (journey, random, id) => [
  ...assigned(journey, random, id),
  step(
    journey.pickupAfterHours,
    sign('sender', stranger(random, journey, 'sender'), journey.sender.place.city),
  ),
]

const inTransit: Story = (journey, random, id) => [
  ...signedBySender(journey, random, id),
  step(journey.pickupAfterHours + 0.4, sign('carrier', journey.driver, journey.sender.place.city)),
]

const handedOver = (journey: Consignment, random: Random, ...before: readonly EcmrCommand[]): Step =>
  step(
    journey.deliveryAfterHours,
    ...before,
    sign('receiver', stranger(random, journey, 'receiver'), journey.receiver.place.city),
  )

const delivered: Story = (journey, random, id) => [
  ...inTransit(journey, random, id),
  handedOver(journey, random),
]

const reservedByReceiver: Story = (journey, random, id) => [
  ...inTransit(journey, random, id),
  handedOver(journey, random, {
    type: 'record_reservation',
    reservation_id: id(),
    by: 'receiver',
    grounds: random.pick([
      'Dos palés con el retráctil roto y cajas aplastadas',
      'Falta un bulto respecto a lo declarado',
      'Mercancía mojada en la parte trasera del remolque',
    ]),
  }),
]

const reservedByCarrier: Story = (journey, random, id) => [
  ...inTransit(journey, random, id),
  step(journey.pickupAfterHours + 0.5, {
    type: 'record_reservation',
    reservation_id: id(),
    by: 'carrier',
    grounds: 'Recuento de bultos no posible: carga ya precintada',
  }),
  handedOver(journey, random),
]

const mishaps: readonly IncidentInput[] = [
  {
    type: 'delay',
    severity: 'low',
    description: 'Retención en la autopista por accidente ajeno; dos horas de retraso',
  },
  { type: 'breakdown', severity: 'medium', description: 'Pinchazo en el eje trasero del remolque' },
  {
    type: 'damage',
    severity: 'high',
    description: 'Desplazamiento de la carga tras un frenazo; tres bultos dañados',
  },
  {
    type: 'receiver_absent',
    severity: 'medium',
    description: 'Almacén del destinatario cerrado a la llegada',
  },
  { type: 'documentation', severity: 'low', description: 'El destinatario pide el certificado de origen' },
]

const incidentOpen: Story = (journey, random, id) => [
  ...inTransit(journey, random, id),
  step((journey.pickupAfterHours + journey.deliveryAfterHours) / 2, {
    type: 'report_incident',
    incident_id: id(),
    incident: random.pick(mishaps),
  }),
]

const incidentResolved: Story = (journey, random, id) => {
  const incident_id = id()
  const halfway = (journey.pickupAfterHours + journey.deliveryAfterHours) / 2
  return [
    ...inTransit(journey, random, id),
    step(halfway, { type: 'report_incident', incident_id, incident: random.pick(mishaps) }),
    step(halfway + 1.5, {
      type: 'resolve_incident',
      incident_id,
      outcome: 'continue',
      note: 'Resuelto; el transporte continúa',
    }),
    handedOver(journey, random),
  ]
}

const amended: Story = (journey, random, id) => [
  ...inTransit(journey, random, id),
  step(journey.pickupAfterHours + 3, {
    type: 'edit',
    changes: {
      delivery_address: `Muelle ${random.int(1, 40)}, acceso norte`,
      delivery_city: journey.receiver.place.city,
    },
    reason: 'El destinatario cambia el muelle de descarga',
  }),
  handedOver(journey, random),
]

const vehicleChanged: Story = (journey, random, id) => [
  ...inTransit(journey, random, id),
  step(journey.pickupAfterHours + 2, {
    type: 'change_vehicle',
    changes: { vehicle_plate: plate(journey.carrier.place.country, random) },
    reason: 'Avería de la tractora; relevo en área de servicio',
  }),
  handedOver(journey, random),
]

const leftUnsigned: Story = (journey, random, id) => [
  ...inTransit(journey, random, id),
  step(journey.deliveryAfterHours, {
    type: 'confirm_delivery',
    place: journey.receiver.place.city,
    unsigned_reason: 'Entrega en buzón de mercancías fuera de horario',
  }),
]

const cancelled: Story = (journey, random, id) => [
  ...assigned(journey, random, id),
  step(random.int(6, 7), {
    type: 'cancel',
    reason: random.pick(['Pedido anulado por el cliente', 'Duplicado por error', 'Carga aplazada sin fecha']),
  }),
]

/** What became of notes that are some days old, in turn. */
export const finishedStories: readonly Story[] = [
  delivered,
  delivered,
  reservedByReceiver,
  delivered,
  incidentResolved,
  delivered,
  amended,
  delivered,
  cancelled,
  delivered,
  reservedByCarrier,
  delivered,
  vehicleChanged,
  delivered,
  leftUnsigned,
  delivered,
]

/** Where notes of the last days stand, in turn. */
export const openStories: readonly Story[] = [
  inTransit,
  draft,
  assigned,
  incidentOpen,
  delivered,
  signedBySender,
  inTransit,
  assigned,
  cancelled,
  draft,
  inTransit,
  delivered,
]
