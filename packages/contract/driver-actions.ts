import { incidentTypes } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf } from './json-schema.js'
import { text } from './text.js'

const common = {
  /** made on the telephone; the same action sent again changes nothing more */
  key: Type.String({ format: 'uuid' }),
  at: Type.Optional(Type.String({ description: 'When it happened, if not just now', format: 'date-time' })),
  place: Type.Optional(text('Where it happened', 200)),
}

const takeOver = closed({ ...common, action: Type.Literal('take_over') })

const deliver = closed({
  ...common,
  action: Type.Literal('deliver'),
  unsigned_reason: Type.Optional(text('Why the receiver did not sign', 2000)),
})

const changeVehicle = closed({
  ...common,
  action: Type.Literal('change_vehicle'),
  vehicle_plate: text('Plate of the vehicle that goes on', 20),
  trailer_plate: Type.Optional(Type.Union([text('Plate of its trailer', 20), Type.Null()])),
  reason: text('Why the vehicle changes', 2000),
})

const reportIncident = closed({
  ...common,
  action: Type.Literal('report_incident'),
  type: oneOf(incidentTypes, 'Kind of incident'),
  description: text('What happened', 5000),
})

/** What a driver’s page sends, by its action. */
export const driverActionBodies = {
  take_over: takeOver,
  deliver,
  change_vehicle: changeVehicle,
  report_incident: reportIncident,
} as const

export type DriverAction =
  | Static<typeof takeOver>
  | Static<typeof deliver>
  | Static<typeof changeVehicle>
  | Static<typeof reportIncident>

/** What drivers take photographs of. */
export const driverPhotographKinds = ['load_photo', 'damage_photo', 'delivery_note', 'other'] as const
export type DriverPhotographKind = (typeof driverPhotographKinds)[number]

/** What is said of a photograph in its address. */
export const driverPhotographQuery = closed({
  key: common.key,
  kind: oneOf(driverPhotographKinds, 'What it shows'),
})
