import { driverLinkStates, invitationLimits, invitedRoles, noteLimits, ONE_LINE } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, list, oneOf } from './json-schema.js'

const instant = (description: string) => Type.String({ description: `${description} (RFC 3339, UTC)` })
const role = oneOf(invitedRoles, 'On whose behalf the person signs; the driver signs on the carrier’s')

/** Body of `POST /api/ecmrs/{id}/invitations`. */
export const invitationBody = closed(
  {
    role,
    name: Type.String({
      description: 'Name of the person who is invited',
      minLength: 1,
      maxLength: 200,
      pattern: ONE_LINE,
    }),
    email: Type.Optional(
      Type.String({
        description: 'Where the link, and the code to sign with, are mailed to',
        format: 'email',
        maxLength: 254,
      }),
    ),
    expires_in_hours: Type.Optional(
      Type.Integer({
        description: 'For how many hours the link is open; 72 unless given',
        minimum: 1,
        maximum: invitationLimits.hours,
      }),
    ),
  },
  { title: 'Invitation', description: 'Someone without an account is asked to sign by a link' },
)
export type InvitationBody = Static<typeof invitationBody>

const states = ['open', 'used', 'declined', 'expired', 'revoked'] as const

/** An invitation of a note. Its link is shown once, when it is made. */
export const invitationView = closed(
  {
    invitation_id: Type.String({ format: 'uuid' }),
    role,
    name: Type.String(),
    email: Type.Optional(Type.String()),
    state: oneOf(
      states,
      'used: the person signed by it; declined: by it was said that the party does not sign',
    ),
    invited_at: instant('When the person was invited'),
    expires_at: instant('Until when the link is open'),
    closed_at: Type.Optional(instant('When it was used, declined or revoked')),
    driver_link: Type.Optional(
      oneOf(
        driverLinkStates,
        'Of a driver’s invitation: whether the page for the way is open, which a signature does not end',
      ),
    ),
  },
  { title: 'RecordedInvitation', description: 'An invitation to sign a note' },
)
export type InvitationView = Static<typeof invitationView>

export const mailOutcomes = [
  'sent',
  'not_sent',
  'too_many',
  'not_configured',
  'test_note',
  'not_asked',
] as const
export type MailOutcome = (typeof mailOutcomes)[number]

/** A new invitation with its link. */
export const madeInvitationView = closed(
  {
    ...invitationView.properties,
    url: Type.String({
      description: 'The link; anyone who has it can read the note. It is shown in this answer only',
    }),
    driver_url: Type.Optional(
      Type.String({
        description:
          'Of a driver’s invitation: the page for the way, which works without coverage once opened. A telephone is identified by a code before it changes anything. It is shown in this answer only',
      }),
    ),
    mail: oneOf(
      mailOutcomes,
      'Whether the link was mailed. not_sent: the mail server did not take it; too_many: the company has sent as many mails as it may today; not_configured: there is no mail server; test_note: mails of test notes are not sent; not_asked: no email was given',
    ),
  },
  { title: 'MadeInvitation', description: 'An invitation with its link' },
)

/** All invitations of a note, newest first. */
export const invitationList = closed(
  { data: list(invitationView, { maxItems: noteLimits.invitations }) },
  { title: 'InvitationList', description: 'The invitations to sign a note' },
)
