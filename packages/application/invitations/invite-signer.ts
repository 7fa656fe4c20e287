import type { InvitationBody, InvitationView, MailOutcome } from '@ecmr/contract'
import { driverLinkState, type Invitation, invitationState, type Note } from '@ecmr/domain'
import type { Mailer } from '@ecmr/mail'
import type { Pool } from 'pg'
import type { CommandKey } from '../idempotency/idempotency.js'
import { type Caller, type Changed, changeNote, type NoteUseCases } from '../notes/change-note.js'
import { invitationId } from '../notes/note-commands.js'
import { languageOf } from '../documents/plan-version.js'
import { driverUrl, type InvitationSecrets, linkHash, signingUrl } from './invitation-secrets.js'
import { keepLink } from './links-table.js'
import { sendOnce } from './mail-once.js'
import { invitationMessage } from './messages.js'

/** What invitations to sign work with. */
export interface InvitationCases extends NoteUseCases {
  readonly pool: Pool
  readonly signing: InvitationSecrets
  readonly siteUrl: string
  /** absent: the operator has set up no mail */
  readonly mailer?: Mailer
}

/** What became of inviting someone. */
export type Invited =
  | {
      readonly outcome: 'invited'
      readonly note: Note
      readonly invitation: Invitation
      /** the link; anyone who has it sees the note */
      readonly url: string
      /** a driver’s page for the way */
      readonly driverUrl?: string
      readonly mail: MailOutcome
      readonly replayed: boolean
    }
  | Exclude<Changed, { readonly outcome: 'accepted' }>

/** Hours for which an invitation is open unless said otherwise. */
const USUAL_HOURS = 72

/**
 * Invites someone without an account to sign a note by a link, and mails the link when there is an address and a mail server. A
 * repeat with the same key gives the same link and mails nothing twice.
 *
 * @param invited.by name of the company that invites
 * @throws StoreUnavailable, OutcomeUnknown as `changeNote`; the same key may be used again. NotPermitted
 */
export async function inviteSigner(
  cases: InvitationCases,
  caller: Caller,
  invited: {
    readonly noteId: string
    readonly body: InvitationBody
    readonly by: string
    readonly key?: CommandKey | undefined
    /** the note must have one of these versions */
    readonly ifMatch?: readonly number[] | undefined
  },
): Promise<Invited> {
  const { noteId, body, by, key, ifMatch } = invited
  const { role, name, email, expires_in_hours = USUAL_HOURS } = body
  let made: string | undefined
  const outcome = await changeNote(cases, caller, {
    ...{ noteId, key, ifMatch },
    commands: (commandId) => {
      made = invitationId(commandId)
      const person = { invited_name: name, ...(email !== undefined && { invited_email: email }) }
      return [{ type: 'invite_signer', invitation_id: made, role, ...person, expires_in_hours }]
    },
  })
  if (outcome.outcome !== 'accepted') return outcome
  const { note, replayed } = outcome
  const invitation = note.invitations.find(({ invitation_id }) => invitation_id === made)
  if (invitation === undefined) throw new Error('the invitation is not in the note')
  const token = cases.signing.token(invitation.invitation_id)
  const { invitation_id, expires_at } = invitation
  const link = { invitation_id, ecmr_id: note.id, company_id: note.company_id, expires_at }
  const driving = role === 'driver' ? cases.signing.driverToken(invitation_id) : undefined
  const driverHash = driving === undefined ? {} : { driverHash: linkHash(driving) }
  await keepLink(cases.pool, { ...link, hash: linkHash(token), ...driverHash })
  const url = signingUrl(cases.siteUrl, token)
  const onTheWay = driving === undefined ? {} : { driverUrl: driverUrl(cases.siteUrl, driving) }
  const { invited_email } = invitation
  const mail =
    invited_email === undefined
      ? 'not_asked'
      : await sendOnce(cases, caller.company, {
          id: invitation_id,
          to: invited_email,
          message: invitationMessage(
            { by, number: note.ecmr_number, url, ...onTheWay, until: expires_at },
            languageOf(note),
          ),
        })
  return { outcome: 'invited', note, invitation, url, ...onTheWay, mail, replayed }
}

/** An invitation of a note as answers show it, at an instant. */
export function invitationView(
  note: Pick<Note, 'cancelled_at'>,
  invitation: Invitation,
  now: Date,
): InvitationView {
  const driver_link = driverLinkState(note, invitation, now.toISOString())
  const { invitation_id, role, invited_name: name, invited_email: email, ...more } = invitation
  return {
    ...{ invitation_id, role, name },
    ...(email !== undefined && { email }),
    state: invitationState(invitation, now.toISOString()),
    invited_at: more.invited_at,
    expires_at: more.expires_at,
    ...(more.closed_at !== undefined && { closed_at: more.closed_at }),
    ...(driver_link !== undefined && { driver_link }),
  }
}
