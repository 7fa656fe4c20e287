import { type Invited, invitationView, inviteSigner, revokeInvitation, tellCode } from '@ecmr/application'
import { checkBody, invitationBody, type MailOutcome } from '@ecmr/contract'
import { qrSvg } from '@ecmr/documents'
import { driverLinkState, type Invitation, invitationState, invitedRoles, type Note } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, formKeyOf } from '../../../commands/caller.js'
import type { PanelContext } from '../../../context.js'
import {
  emptyForm,
  type FormState,
  type FormValues,
  isFaulty,
  meets,
  typedAs,
  valuesOf,
} from '../../../forms/form.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { noteSummary, withinRoom } from '../shared/brief.js'
import { given } from '../shared/command-form.js'
import { formTexts } from '../shared/form-texts.js'
import { invitedRoleLabels } from '../shared/labels.js'
import { type FoundNote, notInNote, ownNote } from '../shared/own-note.js'
import { refusalFaults } from '../shared/refusals.js'
import { invitationTexts } from './texts.js'

interface Address {
  readonly Params: { readonly id: string; readonly invitation: string }
  readonly Querystring: { readonly desde?: unknown }
}

/** What is shown this once. */
interface JustMade {
  readonly made?: {
    readonly name: string
    readonly url: string
    /** a driver’s page for the way, with the QR code that opens it */
    readonly driver?: { readonly url: string; readonly qr: string } | undefined
    readonly mail: MailOutcome
  }
  readonly code?: { readonly name: string; readonly digits: string; readonly until: string } | 'too_many'
}

const PATH = '/ecmrs/:id/invitaciones'
/** In characters. */
const ROOM_FOR_INVITATIONS = 6_000
const USUAL = { role: 'receiver', expires_in_hours: '72' } as const

/** Inviting people without an account to sign a note: the link and codes are shown once. */
export const noteInvitationPages: Pages = (app, context) => {
  const ownOf = (request: FastifyRequest<Address>) =>
    ownNote(context, signedIn(request).company.id, request.params.id)
  const noteOf = async (request: FastifyRequest<Address>) => (await ownOf(request)).note
  const show = (reply: FastifyReply, note: Note, form: FormState, shown: JustMade = {}): FastifyReply =>
    showInvitations(context, reply, note, form, shown)

  app.get<Address>(PATH, access.driver, async (request, reply) =>
    show(reply, await noteOf(request), emptyForm(USUAL)),
  )

  app.post<Address>(PATH, access.driver, async (request, reply) => {
    const note = await noteOf(request)
    const values = valuesOf(request)
    const { language } = request.visitor
    const body = bodyOf(values)
    const faults = sentencesFor(checkBody(invitationBody, body), language)
    if (isFaulty({ faults }) || !meets(invitationBody, body))
      return show(reply.code(400), note, { values, faults })
    const once = typedAs(values, 'once')
    const invited = await inviteSigner(context, callerOf(request), {
      ...{ noteId: note.id, body, by: signedIn(request).company.name },
      key: formKeyOf(request, { action: 'invite to sign', note: note.id, once, says: body }),
    })
    if (invited.outcome === 'invited') {
      const { url, driverUrl, mail } = invited
      const driver = driverUrl === undefined ? undefined : { url: driverUrl, qr: await qrSvg(driverUrl) }
      const made = { name: body.name, url, driver, mail }
      return show(reply, await noteOf(request), emptyForm(USUAL), { made })
    }
    return show(reply.code(409), note, { values, faults: whyNot(invited, values, request) })
  })

  app.post<Address>(`${PATH}/:invitation/revocar`, access.driver, async (request, reply) => {
    const own = await ownOf(request)
    const { note } = own
    const { invitation_id } = named(own, request.params.invitation)
    const values = valuesOf(request)
    const revoked = await revokeInvitation(context, callerOf(request), {
      ...{ noteId: note.id, invitationId: invitation_id },
      key: formKeyOf(request, {
        ...{ action: 'revoke invitation', note: note.id, once: typedAs(values, 'once') },
        says: invitation_id,
      }),
    })
    if (revoked.outcome === 'accepted')
      return reply.seeOther(`/ecmrs/${note.id}/invitaciones`, 'invitation_revoked')
    return show(reply.code(409), note, { values: USUAL, faults: whyNot(revoked, {}, request) })
  })

  app.post<Address>(`${PATH}/:invitation/codigo`, access.member, async (request, reply) => {
    const own = await ownOf(request)
    const { note } = own
    const invitation = named(own, request.params.invitation)
    const now = context.clock().toISOString()
    const isOpen =
      invitationState(invitation, now) === 'open' || driverLinkState(note, invitation, now) === 'open'
    if (!isOpen || note.cancelled_at !== undefined)
      return reply.seeOther(`/ecmrs/${note.id}/invitaciones`, 'invitation_not_open')
    const told = await tellCode(context, invitation)
    const { invited_name: name } = invitation
    const code = told.ok ? { name, digits: told.code, until: told.until.toISOString() } : 'too_many'
    return show(told.ok ? reply : reply.code(409), note, emptyForm(USUAL), { code })
  })
}

function showInvitations(
  { clock }: PanelContext,
  reply: FastifyReply,
  note: Note,
  form: FormState,
  shown: JustMade,
): FastifyReply {
  const { language } = reply.request.visitor
  const t = invitationTexts[language]
  const now = clock()
  return reply.page('pages/notes/invitations/invitations', {
    title: t.title,
    section: 'notes',
    t: { ...formTexts[language], ...t },
    form,
    labels: { role: t.role, name: t.name, email: t.email, expires_in_hours: t.hours },
    summary: noteSummary(note, language),
    isCancelled: note.cancelled_at !== undefined,
    refused:
      note.cancelled_at === undefined
        ? undefined
        : refusalFaults({ code: 'cancelled', detail: '' }, {}, language)[''],
    roles: invitedRoles.map((role) => [role, invitedRoleLabels[language][role]]),
    roleNames: invitedRoleLabels[language],
    hours: Object.entries(t.hourChoices),
    invitations: withinRoom(
      note.invitations.map((one) => invitationView(note, one, now)).toReversed(),
      ROOM_FOR_INVITATIONS,
      placeAsked(reply.request.query, note.invitations.length),
    ),
    back: `/ecmrs/${note.id}`,
    action: `/ecmrs/${note.id}/invitaciones`,
    styles: ['note-forms.css'],
    ...shown,
  })
}

/** The place in the list from which on it is shown; links count from 1. */
function placeAsked(query: unknown, total: number): number {
  const asked = typeof query === 'object' && query !== null ? Reflect.get(query, 'desde') : undefined
  const place = typeof asked === 'string' && /^[1-9]\d{0,2}$/.test(asked) ? Number(asked) - 1 : 0
  return place < total ? place : 0
}

function bodyOf(values: FormValues): Readonly<Record<string, unknown>> {
  const body = given(invitationBody, values)
  const hours = 'expires_in_hours' in body && { expires_in_hours: Number(body.expires_in_hours) }
  return { ...body, ...hours }
}

function named(own: FoundNote, id: string): Invitation {
  const invitation = own.note.invitations.find(({ invitation_id }) => invitation_id === id)
  if (invitation === undefined) throw notInNote(own)
  return invitation
}

function whyNot(
  outcome: Exclude<Invited, { readonly outcome: 'invited' }>,
  values: FormValues,
  request: FastifyRequest,
): FormState['faults'] {
  const { language } = request.visitor
  if (outcome.outcome !== 'refused') return { '': formTexts[language].conflict }
  if (outcome.refusal.code === 'not_found') throw new PageProblem('not_found')
  return refusalFaults(outcome.refusal, values, language)
}
