import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, refuse, type Verdict } from '../decision.js'
import { invitationLimits, openInvitations, signsAs } from '../invitations.js'
import { noteLimits, refuseFull } from '../note-limits.js'
import type { Note } from '../state.js'

const HOUR_MS = 3_600_000

/**
 * Someone without an account is asked to sign by a link. A party that has signed the present content need not; a driver is invited
 * all the same, since their link is also what they report by on the way.
 */
export function inviteSigner(
  note: Note,
  command: CommandOf<'invite_signer'>,
  context: DecisionContext,
): Verdict {
  const { type: _, expires_in_hours: hours, ...invited } = command
  const { open, hours: mostHours } = invitationLimits
  if (note.invitations.some(({ invitation_id }) => invitation_id === invited.invitation_id))
    return refuse('invalid_command', `Invitation ${invited.invitation_id} already exists.`)
  if (!Number.isInteger(hours) || hours < 1 || hours > mostHours)
    return refuse('invalid_command', `An invitation is open for 1 to ${mostHours} whole hours.`)
  const role = signsAs(invited.role)
  const standing = note.signatures.find((one) => one.role === role && one.covers_current_version)
  if (standing !== undefined && invited.role !== 'driver')
    return refuse('already_signed', `The ${role} signed this content at ${standing.signed_at}.`)
  if (openInvitations(note, context.now).length >= open)
    return refuse(
      'too_many',
      `A note has at most ${open} open invitations, and this one has reached that. Revoke one of them.`,
    )
  const expires_at = new Date(Date.parse(context.now) + hours * HOUR_MS).toISOString()
  return (
    refuseFull(note, context, [note.invitations.length, noteLimits.invitations, 'invitations']) ??
    accept({ type: 'SignerInvited', data: { ...invited, expires_at } })
  )
}
