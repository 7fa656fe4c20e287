import { statusSpellings } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { incidentBody, reservationBody, resolveIncidentBody, signatureBody } from './command-bodies.js'
import { updateExample } from './examples.js'
import { fieldsToUpdate } from './fields.js'
import { oneOf } from './json-schema.js'
import { text } from './text.js'

const besidesFields = {
  status: Type.Optional(oneOf(statusSpellings, 'Where the note is to go, in English or Spanish')),
  amendment_reason: Type.Optional(text('Why a signed note, or the vehicle on the way, is changed', 2000)),
  unsigned_reason: Type.Optional(text('With status delivered: why the receiver did not sign', 2000)),
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
}

/** The names of an update's members that are no fields. */
export const updateMembers: ReadonlySet<string> = new Set(Object.keys(besidesFields))

/** Body of `PATCH` and `PUT /api/ecmrs/{id}`: a partial update, all of it or nothing. */
export const updateEcmrBody = Type.Object(
  { ...fieldsToUpdate, ...besidesFields },
  {
    additionalProperties: false,
    title: 'ConsignmentNoteUpdate',
    description: 'A partial update: only what is sent changes, and null clears an optional field',
    examples: [updateExample],
  },
)
export type UpdateEcmrBody = Static<typeof updateEcmrBody>
