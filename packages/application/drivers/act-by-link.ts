import type { DriverAction } from '@ecmr/contract'
import { actingFor, type EcmrCommand } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { FormKey } from '../idempotency/idempotency.js'
import { linkHash } from '../invitations/invitation-secrets.js'
import { type Caller, type Changed, changeNote, type NoteUseCases } from '../notes/change-note.js'
import { incidentId } from '../notes/note-commands.js'
import { deviceWay } from './devices-table.js'
import type { OpenedDriverLink } from './open-driver-link.js'

/** What became of what a driver did. */
export type DriverActed =
  | Changed
  /** the telephone was not identified by a code */
  | { readonly outcome: 'unknown_device' }

/**
 * Does what a driver did on the way, once for each key: the key alone says that it is the same action, however often and however much
 * later it is sent, and with whatever instant the telephone has corrected it to.
 *
 * @param by.secret of the telephone, which was identified before
 * @throws as `changeNote`; the same key may be used again
 */
export async function actByLink(
  cases: NoteUseCases & { readonly pool: Pool },
  link: OpenedDriverLink,
  by: { readonly secret: string; readonly action: DriverAction; readonly correlationId: string },
): Promise<DriverActed> {
  const { action } = by
  const caller = await identifiedCaller(cases.pool, link, by)
  if (caller === undefined) return { outcome: 'unknown_device' }
  return changeNote(cases, caller, {
    ...{ noteId: link.note.id, key: keyOfDriver(link, action) },
    commands: (commandId) => [commandOf(action, commandId)],
  })
}

/** Who acts by a driver’s link: the invitation, identified as the telephone was. Undefined: the telephone was not. */
export async function identifiedCaller(
  pool: Pool,
  { note, invitation: { invitation_id } }: OpenedDriverLink,
  { secret, correlationId }: { readonly secret: string; readonly correlationId: string },
): Promise<Caller | undefined> {
  const identified_by = await deviceWay(pool, invitation_id, linkHash(secret))
  if (identified_by === undefined) return undefined
  const company = actingFor(note.company_id)
  const actor = { kind: 'signing_link', id: invitation_id, company_id: company, identified_by } as const
  return { company, policy: note.policy, actor, correlationId }
}

/** The key of what a driver did, in which its content is no part. */
export function keyOfDriver(
  { note, invitation }: OpenedDriverLink,
  { action, key }: { readonly action: string; readonly key: string },
): FormKey {
  const { invitation_id: user } = invitation
  return { from: 'form', user, action, note: note.id, once: key, says: null }
}

function commandOf(action: DriverAction, commandId: string): EcmrCommand {
  const { at } = action
  const place = action.place === undefined ? {} : { place: action.place }
  const when = { ...(at !== undefined && { at }), ...place }
  switch (action.action) {
    case 'take_over':
      return { type: 'take_over', ...when }
    case 'deliver':
      return {
        ...{ type: 'confirm_delivery', ...when },
        ...(action.unsigned_reason !== undefined && { unsigned_reason: action.unsigned_reason }),
      }
    case 'change_vehicle': {
      const { vehicle_plate, trailer_plate, reason } = action
      const changes = { vehicle_plate, ...(trailer_plate !== undefined && { trailer_plate }) }
      const changed = at === undefined ? {} : { changed_at: at }
      return { type: 'change_vehicle', changes, reason, ...changed, ...place }
    }
    case 'report_incident': {
      const { type, description } = action
      const occurred = at === undefined ? {} : { occurred_at: new Date(at).toISOString() }
      const incident = { type, description, ...occurred, ...place }
      return { type: 'report_incident', incident_id: incidentId(commandId), incident }
    }
    default:
      return action satisfies never
  }
}
