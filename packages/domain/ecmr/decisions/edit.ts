import type { Fault } from '../../refusals.js'
import { changesBetween, withChanges } from '../changes.js'
import { contradictions } from '../check-fields.js'
import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, type Fact, refuse, stated, type Verdict } from '../decision.js'
import { isCarrierField, isEditable, isVehicleField } from '../editing-windows.js'
import type { Change } from '../events.js'
import { requiredFields } from '../fields.js'
import { fieldsTooLarge, refuseFull } from '../note-limits.js'
import type { Note } from '../state.js'
import { strictDataGap } from '../strict-policy.js'

/** A partial update. Which event a change becomes depends on the field and on the moment. */
export function edit(note: Note, command: CommandOf<'edit'>, context: DecisionContext): Verdict {
  const changes = changesBetween(note.fields, command.changes)
  const reason = stated(command.reason)
  if (changes.length === 0) return accept()
  return (
    refuseLocked(note, changes) ??
    refuseCleared(changes) ??
    refuseContradictory(note, changes) ??
    fieldsTooLarge(withChanges(note.fields, changes), note.fields) ??
    refuseUnexplained(note, changes, reason) ??
    refuseIncomplete(note, changes) ??
    refuseFull(note, context) ??
    accept(...factsOf(note, changes, reason))
  )
}

function refuseLocked(note: Note, changes: readonly Change[]): Verdict | undefined {
  const locked = changes.filter((change) => !isEditable(note.progress, change.field))
  if (locked.length === 0) return undefined
  const detail =
    note.progress === 'delivered'
      ? 'The goods are delivered: only the receiver’s reservations and incidents can be added.'
      : 'The goods are in transit: only the delivery side, vehicle, driver, successive carriers and instructions can change.'
  return refuse('field_not_editable', detail, {
    errors: faultsAt(locked, 'not_editable', 'can no longer be changed'),
  })
}

function refuseCleared(changes: readonly Change[]): Verdict | undefined {
  const cleared = changes.filter((change) => change.new === null && change.field in requiredFields)
  if (cleared.length === 0) return undefined
  const errors = faultsAt(cleared, 'required', 'is required: it can be changed but not cleared')
  return refuse('invalid_command', 'Required fields cannot be cleared.', { errors })
}

function refuseContradictory(note: Note, changes: readonly Change[]): Verdict | undefined {
  const changed = changes.map((change) => change.field)
  const errors = contradictions(withChanges(note.fields, changes), (involved) =>
    involved.some((field) => changed.includes(field)),
  )
  if (errors.length === 0) return undefined
  return refuse('invalid_command', 'With this change some fields would contradict each other.', { errors })
}

function refuseUnexplained(
  note: Note,
  changes: readonly Change[],
  reason: string | undefined,
): Verdict | undefined {
  if (reason !== undefined) return undefined
  if (note.signatures.length > 0) {
    return refuse('amendment_reason_required', 'This note is signed: give a reason for the change.')
  }
  if (changes.some((change) => isVehicleChange(note, change))) {
    return refuse(
      'amendment_reason_required',
      'The goods are in transit: give a reason for changing the vehicle or driver.',
    )
  }
  return undefined
}

function refuseIncomplete(note: Note, changes: readonly Change[]): Verdict | undefined {
  const progress = isUnassigned(changes) ? 'draft' : note.progress
  const gap = note.policy === 'strict' && strictDataGap(progress, withChanges(note.fields, changes))
  return gap ? { ok: false, refusal: gap } : undefined
}

/**
 * Naming a carrier assigns it, and taking its name away takes the assignment back; details of a carrier without a name are
 * edits like any other.
 */
function factsOf(note: Note, changes: readonly Change[], reason: string | undefined): readonly Fact[] {
  const isNamed = withChanges(note.fields, changes).carrier_company_name !== undefined
  const type = isUnassigned(changes) ? 'CarrierUnassigned' : isNamed ? 'CarrierAssigned' : undefined
  const carrier = changes.filter((change) => type !== undefined && isCarrierField(change.field))
  const vehicle = changes.filter((change) => isVehicleChange(note, change))
  const others = changes.filter((change) => !carrier.includes(change) && !vehicle.includes(change))
  return [
    ...(others.length > 0 ? [editedOrAmended(note, others, reason)] : []),
    ...(carrier.length > 0 && type !== undefined
      ? [{ type, data: explained(carrier, reason) } as const]
      : []),
    ...(vehicle.length > 0 && reason !== undefined ? [vehicleChanged(vehicle, reason)] : []),
  ]
}

function editedOrAmended(note: Note, changes: readonly Change[], reason: string | undefined): Fact {
  return note.signatures.length > 0 && reason !== undefined
    ? { type: 'EcmrAmended', data: { changes, reason } }
    : { type: 'EcmrEdited', data: explained(changes, reason) }
}

/** Whether changes take the name of the carrier away. */
function isUnassigned(changes: readonly Change[]): boolean {
  return changes.some(({ field, new: name }) => field === 'carrier_company_name' && name === null)
}

/** A reason that was not asked for is kept all the same. */
function explained(changes: readonly Change[], reason: string | undefined) {
  return reason === undefined ? { changes } : { changes, reason }
}

function vehicleChanged(changes: readonly Change[], reason: string): Fact {
  return { type: 'VehicleChanged', data: { changes, reason } }
}

function isVehicleChange(note: Note, change: Change): boolean {
  return note.progress === 'in_transit' && isVehicleField(change.field)
}

function faultsAt(changes: readonly Change[], code: string, what: string): readonly Fault[] {
  return changes.map(({ field }) => ({ pointer: `/${field}`, code, message: `${field} ${what}.` }))
}
