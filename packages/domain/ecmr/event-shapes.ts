import { type TSchema, Type } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { EcmrEventType } from './events.js'

// What reading relies upon in a recorded event, and no more: formats and lengths were judged when it was written, by
// the rules of that day, and a member that a later version adds must not make today's events unreadable.

const text = Type.String()
const maybe = Type.Optional(text)
const inferred = Type.Optional(Type.Literal(true))
const changes = Type.Array(Type.Object({ field: text, old: Type.Unknown(), new: Type.Unknown() }))

const shapes: Readonly<Record<EcmrEventType, TSchema>> = {
  EcmrCreated: Type.Object({
    id: text,
    ecmr_number: text,
    company_id: text,
    policy: Type.Union([Type.Literal('lenient'), Type.Literal('strict')]),
    fields: Type.Record(text, Type.Unknown()),
  }),
  EcmrEdited: Type.Object({ changes }),
  EcmrAmended: Type.Object({ changes, reason: text }),
  CarrierAssigned: Type.Object({ changes, reason: maybe, inferred }),
  EcmrSigned: Type.Object({
    role: text,
    signer_name: text,
    signer_tax_id: maybe,
    method: text,
    level: text,
    signature_image: maybe,
    place: maybe,
    remarks: maybe,
    content_hash: text,
    signature_hash: text,
    previous_signature_hash: Type.Union([text, Type.Null()]),
  }),
  GoodsTakenOver: Type.Object({ taken_over_at: text, place: maybe, inferred }),
  VehicleChanged: Type.Object({ changes, reason: text }),
  ReservationRecorded: Type.Object({ reservation_id: text, by: text, grounds: text }),
  IncidentReported: Type.Object({
    incident_id: text,
    type: text,
    severity: text,
    description: text,
    occurred_at: text,
    place: maybe,
  }),
  IncidentResolved: Type.Object({ incident_id: text, outcome: text, note: maybe }),
  DeliveryConfirmed: Type.Object({ delivered_at: text, place: maybe, unsigned_reason: maybe, inferred }),
  EcmrCancelled: Type.Object({ reason: text }),
}

const checks: ReadonlyMap<string, TypeCheck<TSchema>> = new Map(
  Object.entries(shapes).map(([type, shape]) => [type, TypeCompiler.Compile(shape)]),
)

/** The check of an event type's data, or `undefined` for a type that this version does not know. */
export function shapeOf(type: string): TypeCheck<TSchema> | undefined {
  return checks.get(type)
}
