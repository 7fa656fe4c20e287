import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, refuse, type Verdict } from '../decision.js'
import { driverLinkState, invitationState } from '../invitations.js'
import type { Note } from '../state.js'

/**
 * An invitation is withdrawn: its links lead nowhere from now on. Withdrawing what is withdrawn or has expired changes nothing. One that was
 * answered stays on record, but the page that a driver goes on with can still be taken away.
 */
export function revokeInvitation(
  note: Note,
  { invitation_id }: CommandOf<'revoke_invitation'>,
  { now }: DecisionContext,
): Verdict {
  const invitation = note.invitations.find((one) => one.invitation_id === invitation_id)
  if (invitation === undefined)
    return refuse('invitation_not_found', 'The note has no such invitation to sign.')
  const state = invitationState(invitation, now)
  switch (state) {
    case 'open':
      return accept({ type: 'SignerInvitationRevoked', data: { invitation_id } })
    case 'revoked':
    case 'expired':
      return accept()
    case 'used':
    case 'declined':
      if (invitation.role === 'driver')
        return driverLinkState(note, invitation, now) === 'open'
          ? accept({ type: 'SignerInvitationRevoked', data: { invitation_id } })
          : accept()
      return refuse(
        'invitation_closed',
        `The invitation was answered at ${invitation.closed_at}; that stays on record.`,
      )
    default:
      return state satisfies never
  }
}
