import { type DecisionContext, refuse, type Verdict } from './decision.js'
import type { InvitedRole, Role } from './events.js'
import type { Invitation, Note } from './state.js'

/** What a note may have of invitations to sign. */
export const invitationLimits = {
  /** open at the same time */
  open: 10,
  /** for which an invitation is open, at most: 30 days */
  hours: 720,
} as const

/** On whose behalf the invited person signs. */
export function signsAs(role: InvitedRole): Role {
  return role === 'driver' ? 'carrier' : role
}

/** What an invitation is at an instant. */
export function invitationState(
  { state, expires_at }: Pick<Invitation, 'state' | 'expires_at'>,
  now: string,
): Invitation['state'] | 'expired' {
  return state === 'open' && Date.parse(expires_at) <= Date.parse(now) ? 'expired' : state
}

/** Whether the person has signed by it, or said that the party does not sign. */
export function isAnswered({ state }: Pick<Invitation, 'state'>): boolean {
  return state === 'used' || state === 'declined'
}

export const driverLinkStates = ['open', 'expired', 'revoked', 'cancelled'] as const
/** Whether a driver may go on by the link of an invitation: their signature does not end it. */
export type DriverLinkState = (typeof driverLinkStates)[number]

/** What the link of an invited driver is at an instant; undefined: the invitation is another party’s. */
export function driverLinkState(
  note: Pick<Note, 'cancelled_at'>,
  { role, state, revoked_at, expires_at }: Invitation,
  now: string,
): DriverLinkState | undefined {
  if (role !== 'driver') return undefined
  if (state === 'revoked' || revoked_at !== undefined) return 'revoked'
  if (note.cancelled_at !== undefined) return 'cancelled'
  return Date.parse(expires_at) <= Date.parse(now) ? 'expired' : 'open'
}

/** The open invitations of a note. */
export function openInvitations(note: Pick<Note, 'invitations'>, now: string): readonly Invitation[] {
  return note.invitations.filter((one) => invitationState(one, now) === 'open')
}

/** An invitation that is open, or the refusal of what it does not allow. */
export type FoundInvitation =
  | { readonly ok: true; readonly invitation: Invitation }
  | { readonly ok: false; readonly refused: Verdict }

/**
 * Looks up an invitation that is to be used.
 *
 * @param role on whose behalf the signature is; any unless given
 */
export function openInvitation(
  note: Pick<Note, 'invitations'>,
  id: string,
  { now }: Pick<DecisionContext, 'now'>,
  role?: Role,
): FoundInvitation {
  const invitation = note.invitations.find((one) => one.invitation_id === id)
  if (invitation === undefined || (role !== undefined && signsAs(invitation.role) !== role))
    return { ok: false, refused: refuse('invitation_not_found', 'The note has no such invitation to sign.') }
  const state = invitationState(invitation, now)
  if (state === 'open') return { ok: true, invitation }
  const refused = refuse('invitation_closed', `The invitation is ${state}. Invite the person again.`)
  return { ok: false, refused }
}
