import { latest } from '../instants.js'
import type { EcmrCommand } from './commands.js'
import { accept, type Decision, type DecisionContext, refuse, type Verdict } from './decision.js'
import { cancel } from './decisions/cancel.js'
import { changeStatus } from './decisions/change-status.js'
import { confirmDelivery } from './decisions/confirm-delivery.js'
import { create } from './decisions/create.js'
import { edit } from './decisions/edit.js'
import { erasePersonalData } from './decisions/erase-personal-data.js'
import { issueDocument } from './decisions/issue-document.js'
import { recordReservation } from './decisions/record-reservation.js'
import { reportIncident } from './decisions/report-incident.js'
import { resolveIncident } from './decisions/resolve-incident.js'
import { sign } from './decisions/sign.js'
import { takeOver } from './decisions/take-over.js'
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
  if (command.type === 'erase_personal_data') return erasePersonalData(note, command, context)
  if (note.cancelled_at !== undefined) {
    return refuse('cancelled', `This note was cancelled at ${note.cancelled_at}; create a new one instead.`)
  }
  return note.status === 'incident'
    ? duringIncident(note, command, context)
    : underWay(note, command, context)
}

/**
 * While an incident is open, the way of the goods stands still: it is resolved, or further incidents join it.
 * Reservations are still taken: they stop nothing, and the time limits on them (CMR art. 30) do not wait.
 */
function duringIncident(note: Note, command: Command, context: DecisionContext): Verdict {
  switch (command.type) {
    case 'report_incident':
    case 'resolve_incident':
    case 'record_reservation':
      return underWay(note, command, context)
    case 'change_status':
      return command.to === 'incident' ? accept() : incidentOpen(note)
    default:
      return incidentOpen(note)
  }
}

function underWay(note: Note, command: Command, context: DecisionContext): Verdict {
  switch (command.type) {
    case 'edit':
      return edit(note, command, context)
    case 'sign':
      return sign(note, command, context)
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
    case 'cancel':
      return cancel(note, command)
    default:
      return command satisfies never
  }
}

type Command = Exclude<EcmrCommand, { type: 'create' | 'erase_personal_data' | 'issue_document' }>

/** So many are named in a refusal; the record lists them all. */
const MOST_NAMED = 10

function incidentOpen(note: Note): Verdict {
  const open = note.incidents.filter((incident) => incident.status === 'open')
  const named = open.slice(0, MOST_NAMED).map(({ incident_id, type }) => `${incident_id} (${type})`)
  const more = open.length > named.length ? ` and ${open.length - named.length} more` : ''
  return refuse('incident_open', `Resolve what is open first: ${named.join(', ')}${more}.`, {
    allowed_transitions: [],
  })
}
