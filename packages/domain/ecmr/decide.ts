import { latest } from '../instants.js'
import type { CommandOf, EcmrCommand } from './commands.js'
import { accept, type Decision, type DecisionContext, refuse, type Verdict } from './decision.js'
import { addAttachment } from './decisions/add-attachment.js'
import { cancel } from './decisions/cancel.js'
import { changeMetadata } from './decisions/change-metadata.js'
import { changeStatus } from './decisions/change-status.js'
import { changeVehicle } from './decisions/change-vehicle.js'
import { confirmDelivery } from './decisions/confirm-delivery.js'
import { create } from './decisions/create.js'
import { declineToSign } from './decisions/decline-to-sign.js'
import { edit } from './decisions/edit.js'
import { erasePersonalData } from './decisions/erase-personal-data.js'
import { inviteSigner } from './decisions/invite-signer.js'
import { issueDocument } from './decisions/issue-document.js'
import { recordReservation } from './decisions/record-reservation.js'
import { reportIncident } from './decisions/report-incident.js'
import { resolveIncident } from './decisions/resolve-incident.js'
import { revertDelivery } from './decisions/revert-delivery.js'
import { revokeInvitation } from './decisions/revoke-invitation.js'
import { revokeShare } from './decisions/revoke-share.js'
import { share } from './decisions/share.js'
import { hasReservations, sign } from './decisions/sign.js'
import { takeOver } from './decisions/take-over.js'
import { withdrawAttachment } from './decisions/withdraw-attachment.js'
import type { EcmrEvent } from './events.js'
import { evolve } from './evolve.js'
import type { Note } from './state.js'

/**
 * Decides which events commands on a consignment note lead to.
 *
 * The commands are decided one after the other, each on the note as its predecessors leave it, all or nothing: the
 * first refusal is the answer for the whole list. No events and no refusal: the note is as asked for already.
 *
 * Events are stamped with the present instant, or with that of the note's last event when the clock has gone backwards.
 *
 * @param note as its events say it is, or null when there are none
 * @example
 * const decision = decide(null, [{ type: 'create', id, ecmr_number, company_id, policy: 'lenient', fields }], context)
 * if (decision.ok) await append(decision.events)
 */
export function decide(
  note: Note | null,
  commands: readonly EcmrCommand[],
  context: DecisionContext,
): Decision {
  const events: EcmrEvent[] = []
  let state = note
  for (const command of commands) {
    const at = latest(context.now, state?.updated_at)
    const verdict = decideOne(state, command, { ...context, now: at })
    if (!verdict.ok) return verdict
    for (const fact of verdict.facts) {
      const event: EcmrEvent = { ...fact, at }
      state = evolve(state, event)
      events.push(event)
    }
  }
  return { ok: true, events, note: state }
}

function decideOne(note: Note | null, command: EcmrCommand, context: DecisionContext): Verdict {
  if (command.type === 'create') return create(note, command)
  if (note === null) return refuse('not_found', 'There is no such consignment note.')
  if (command.type === 'issue_document') return issueDocument(note, command, context)
  // Programs keep books on a note when it has ended, too.
  if (command.type === 'change_metadata') return changeMetadata(note, command, context)
  if (command.type === 'erase_personal_data') return erasePersonalData(note, command, context)
  // What should not have been added is taken from view wherever the note stands.
  if (command.type === 'withdraw_attachment') return withdrawAttachment(note, command)
  // Who may see a note is decided at any time, also when it has ended.
  if (command.type === 'share') return share(note, command, context)
  if (command.type === 'revoke_share') return revokeShare(note, command)
  if (note.cancelled_at !== undefined) {
    return refuse('cancelled', `This note was cancelled at ${note.cancelled_at}; create a new one instead.`)
  }
  return note.status === 'incident'
    ? duringIncident(note, command, context)
    : underWay(note, command, context)
}

/**
 * While an incident is open, the way of the goods stands still: it is resolved, or further incidents join it.
 * Reservations are still taken: they stop nothing, and the time limits on them (CMR art. 30) do not wait. For the same
 * reason the receiver may take the goods and sign for them with reservations, and is invited to; files that show what happened are added. A delivery that was recorded by mistake can be
 * taken back: that corrects the record and moves nothing. After a breakdown the goods go on in another vehicle, and the document
 * that it carries has to name it.
 */
function duringIncident(note: Note, command: Command, context: DecisionContext): Verdict {
  switch (command.type) {
    case 'report_incident':
    case 'resolve_incident':
    case 'record_reservation':
    case 'revert_delivery':
    case 'change_vehicle':
    case 'invite_signer':
    case 'revoke_invitation':
    case 'decline_to_sign':
    case 'add_attachment':
      return underWay(note, command, context)
    case 'sign':
      return signDuringIncident(note, command, context)
    case 'change_status':
      return command.to === 'incident' ? accept() : incidentOpen(note)
    case 'edit':
      return changesNothing(underWay(note, command, context)) ? accept() : incidentOpen(note)
    default:
      return incidentOpen(note)
  }
}

/** A record that is sent back as it was read changes nothing, whatever stands in the way of changes. */
const changesNothing = (verdict: Verdict): boolean => verdict.ok && verdict.facts.length === 0

function signDuringIncident(note: Note, command: CommandOf<'sign'>, context: DecisionContext): Verdict {
  if (command.signature.role !== 'receiver') return incidentOpen(note)
  return hasReservations(note, command.signature) ? underWay(note, command, context) : unreserved(note)
}

function underWay(note: Note, command: Command, context: DecisionContext): Verdict {
  switch (command.type) {
    case 'edit':
      return edit(note, command, context)
    case 'sign':
      return sign(note, command, context)
    case 'invite_signer':
      return inviteSigner(note, command, context)
    case 'revoke_invitation':
      return revokeInvitation(note, command, context)
    case 'decline_to_sign':
      return declineToSign(note, command, context)
    case 'add_attachment':
      return addAttachment(note, command, context)
    case 'take_over':
      return takeOver(note, command, context)
    case 'confirm_delivery':
      return confirmDelivery(note, command, context)
    case 'change_status':
      return changeStatus(note, command, context)
    case 'record_reservation':
      return recordReservation(note, command, context)
    case 'report_incident':
      return reportIncident(note, command, context)
    case 'resolve_incident':
      return resolveIncident(note, command, context)
    case 'change_vehicle':
      return changeVehicle(note, command, context)
    case 'revert_delivery':
      return revertDelivery(note, command, context)
    case 'cancel':
      return cancel(note, command)
    default:
      return command satisfies never
  }
}

type Command = Exclude<
  EcmrCommand,
  {
    type:
      | 'create'
      | 'change_metadata'
      | 'erase_personal_data'
      | 'issue_document'
      | 'withdraw_attachment'
      | 'share'
      | 'revoke_share'
  }
>

/** So many are named in a refusal; the record lists them all. */
const MOST_NAMED = 10

function incidentOpen(note: Note): Verdict {
  return refuse('incident_open', `Resolve the open incidents first: ${openIncidents(note)}.`, {
    allowed_transitions: [],
  })
}

function unreserved(note: Note): Verdict {
  const message = 'State the reservations, or resolve the incident first.'
  return refuse(
    'incident_open',
    `While an incident is open, the receiver signs with reservations: state them in remarks. Open: ${openIncidents(note)}.`,
    { allowed_transitions: [], errors: [{ pointer: '/remarks', code: 'required', message }] },
  )
}

function openIncidents({ incidents }: Note): string {
  const open = incidents.filter((incident) => incident.status === 'open')
  const named = open.slice(0, MOST_NAMED).map(({ incident_id, type }) => `${incident_id} (${type})`)
  const more = open.length > named.length ? ` and ${open.length - named.length} more` : ''
  return `${named.join(', ')}${more}`
}
