import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, refuse, stated, type Verdict } from '../decision.js'
import { noteLimits, refuseFull } from '../note-limits.js'
import type { Note } from '../state.js'
import { refuseInstant, statedInstant } from '../stated-instant.js'

/** Something went wrong. The note's status is `incident` until the last one is resolved. */
export function reportIncident(
  note: Note,
  { incident_id, incident }: CommandOf<'report_incident'>,
  context: DecisionContext,
): Verdict {
  if (note.incidents.some((known) => known.incident_id === incident_id)) {
    return refuse('invalid_command', `Incident ${incident_id} already exists.`)
  }
  const description = stated(incident.description)
  if (description === undefined) {
    return refuse('invalid_command', 'Describe what happened: an incident needs a description.', {
      errors: [{ pointer: '/description', code: 'required', message: 'description says what happened.' }],
    })
  }
  const occurred_at = statedInstant(note, incident.occurred_at, context.now)
  if (occurred_at === undefined) return refuseInstant('/occurred_at')
  const severity = incident.severity ?? 'medium'
  return (
    refuseFull(note, context, [note.incidents.length, noteLimits.incidents, 'incidents']) ??
    accept({
      type: 'IncidentReported',
      data: { ...incident, incident_id, severity, description, occurred_at },
    })
  )
}
