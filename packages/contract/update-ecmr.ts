import { type JsonObject, type JsonValue, metadataToChange, parseStatus, statusSpellings } from '@ecmr/domain'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { incidentBody, reservationBody, resolveIncidentBody, signatureBody } from './command-bodies.js'
import { updateExample } from './examples.js'
import { fieldsToUpdate } from './fields.js'
import { nullable, oneOf } from './json-schema.js'
import { readOnlyMembers } from './record.js'
import { text } from './text.js'

const besidesFields = {
  status: Type.Optional(oneOf(statusSpellings, 'Where the note is to go, in English or Spanish')),
  amendment_reason: Type.Optional(text('Why a signed note, or the vehicle on the way, is changed', 2000)),
  unsigned_reason: Type.Optional(text('With status delivered: why the receiver did not sign', 2000)),
  // Records were sent back with null here before it could be stated.
  taken_over_at: Type.Optional(
    Type.Unsafe<string | null>(
      nullable(
        Type.String({
          description: 'With status in_transit: when the goods were taken over, if not just now (RFC 3339)',
          format: 'date-time',
          maxLength: 64,
        }),
      ),
    ),
  ),
  delivered_at: Type.Optional(
    Type.String({
      description: 'With status delivered: when the goods were delivered, if not just now (RFC 3339)',
      format: 'date-time',
      maxLength: 64,
    }),
  ),
  signature: Type.Optional(signatureBody),
  incident: Type.Optional(incidentBody),
  resolve_incident: Type.Optional(resolveIncidentBody),
  reservation: Type.Optional(reservationBody),
  metadata: Type.Optional(metadataToChange),
}

/** The names of an update's members that are no fields. */
export const updateMembers: ReadonlySet<string> = new Set(Object.keys(besidesFields))

const changes = Type.Object({ ...fieldsToUpdate, ...besidesFields })
export type UpdateEcmrBody = Static<typeof changes>

/** What only the service sets, and clients may send back as they read it. */
const readBack = Object.fromEntries(
  [...readOnlyMembers, 'incident_id']
    .filter((name) => !updateMembers.has(name))
    .map((name): [string, TSchema] => [
      name,
      Type.Optional(
        Type.Unsafe<JsonValue>({
          description: 'As it was read, or left out: only the service sets it',
          readOnly: true,
        }),
      ),
    ]),
)

/** Body of `PATCH` and `PUT /api/ecmrs/{id}`: a partial update, all of it or nothing. */
export const updateEcmrBody = Type.Unsafe<UpdateEcmrBody>(
  Type.Object(
    { ...changes.properties, ...readBack },
    {
      additionalProperties: false,
      title: 'ConsignmentNoteUpdate',
      description:
        'A partial update: only what is sent changes, and null clears an optional field. A record can be sent back as it was read',
      examples: [updateExample],
    },
  ),
)

/** The changes that a body asks for, and the members of the record that it sends back. */
export function withoutReadBack(body: UpdateEcmrBody): {
  readonly changes: UpdateEcmrBody
  readonly readBack: JsonObject
} {
  const to = body.status === undefined ? undefined : parseStatus(body.status)
  // These say something with their step; beside any other status they are as they were read.
  const ofOtherSteps = [
    ...(to === 'in_transit' ? [] : ['taken_over_at']),
    ...(to === 'delivered' ? [] : ['delivered_at', 'unsigned_reason']),
  ]
  const isReadBack = (name: string): boolean => name in readBack || ofOtherSteps.includes(name)
  const members: readonly (readonly [string, JsonValue])[] = Object.entries(body)
  return {
    changes: Object.fromEntries(members.filter(([name]) => !isReadBack(name))),
    readBack: Object.fromEntries(members.filter(([name]) => isReadBack(name))),
  }
}
