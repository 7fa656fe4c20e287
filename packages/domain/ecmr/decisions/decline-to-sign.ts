import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, refuse, stated, type Verdict } from '../decision.js'
import type { DecliningCause, IncidentType } from '../events.js'
import { openInvitation, signsAs } from '../invitations.js'
import { noteLimits, refuseFull } from '../note-limits.js'
import type { Note } from '../state.js'

/** What is wrong with the delivery when the receiver does not sign; for another reason it may be nothing. */
const incidents: Readonly<Record<DecliningCause, IncidentType | undefined>> = {
  absent: 'receiver_absent',
  refused: 'refused_by_receiver',
  other: undefined,
}

/**
 * By an invitation it is said that the party does not sign, and why. When the receiver is absent or refuses the goods, they cannot
 * be delivered: that is an incident, too (CMR art. 15).
 */
export function declineToSign(
  note: Note,
  command: CommandOf<'decline_to_sign'>,
  context: DecisionContext,
): Verdict {
  const { type: _, incident_id, ...said } = command
  const used = openInvitation(note, said.invitation_id, context)
  if (!used.ok) return used.refused
  const reason = stated(said.reason)
  if (reason === undefined)
    return refuse('invalid_command', 'Say why: declining to sign needs a reason.', {
      errors: [{ pointer: '/reason', code: 'required', message: 'reason says why the party does not sign.' }],
    })
  const role = signsAs(used.invitation.role)
  const type = role === 'receiver' && note.progress !== 'delivered' ? incidents[said.cause] : undefined
  const declined = { type: 'SigningDeclined', data: { ...said, role, reason } } as const
  if (type === undefined) return refuseFull(note, context) ?? accept(declined)
  return (
    refuseFull(note, context, [note.incidents.length, noteLimits.incidents, 'incidents']) ??
    accept(declined, {
      type: 'IncidentReported',
      data: { incident_id, type, severity: 'medium', description: reason, occurred_at: context.now },
    })
  )
}
