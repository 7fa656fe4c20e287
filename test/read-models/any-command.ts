import { type EcmrCommand, type Role, roles, statuses } from '@ecmr/domain'
import fc from 'fast-check'

const role: fc.Arbitrary<Role> = fc.constantFrom(...roles)
const incident = fc.constantFrom('i1', 'i2')

/** A command that may change where a note stands, or be refused. */
export const anyCommand: fc.Arbitrary<EcmrCommand> = fc.oneof(
  fc.constantFrom(...statuses).map((to): EcmrCommand => ({ type: 'change_status', to, reason: 'So it is' })),
  role.map(
    (role): EcmrCommand => ({ type: 'sign', signature: { role, signer_name: 'Ana', method: 'typed' } }),
  ),
  fc.integer({ min: 1, max: 9 }).map(
    (day): EcmrCommand => ({
      type: 'edit',
      changes: { pickup_date: `2026-10-0${day}` },
      reason: 'Postponed',
    }),
  ),
  incident.map(
    (incident_id): EcmrCommand => ({
      type: 'report_incident',
      incident_id,
      incident: { type: 'delay', description: 'Traffic' },
    }),
  ),
  incident.map(
    (incident_id): EcmrCommand => ({ type: 'resolve_incident', incident_id, outcome: 'continue' }),
  ),
  fc.constant<EcmrCommand>({
    type: 'change_vehicle',
    changes: { vehicle_plate: '9999 XYZ' },
    reason: 'Breakdown',
  }),
  fc.constant<EcmrCommand>({ type: 'revert_delivery', reason: 'Another note' }),
  fc.constant<EcmrCommand>({ type: 'cancel', reason: 'Withdrawn' }),
)
