import { lookUpHandle, publicCompanies } from '@ecmr/accounts'
import { type LookUpHandle, revokeShare, type Sharing, shareNote, shareViewOf } from '@ecmr/application'
import type { Language, ShareBody } from '@ecmr/contract'
import { type Note, type Role, roles, type Share } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, formKeyOf } from '../../../commands/caller.js'
import { emptyForm, type FormState, type FormValues, typedAs, valuesOf } from '../../../forms/form.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { noteSummary } from '../shared/brief.js'
import { formTexts } from '../shared/form-texts.js'
import { notInNote, ownNote } from '../shared/own-note.js'
import { refusalFaults } from '../shared/refusals.js'
import { sharingTexts } from './texts.js'

interface Address {
  readonly Params: { readonly id: string; readonly share: string }
  readonly Querystring: { readonly company?: unknown; readonly access?: unknown }
}

const PATH = '/ecmrs/:id/compartir'
const USUAL = { access: 'carrier' } as const

/** Sharing a note with other companies: the handle is looked up first, so that a person sees whose it is. */
export const noteSharingPages: Pages = (app, context) => {
  const { pool } = context
  const lookUp: LookUpHandle = (asking, handle) => lookUpHandle(pool, asking, handle)
  const ownOf = (request: FastifyRequest<Address>) =>
    ownNote(context, signedIn(request).company.id, request.params.id)

  async function show(
    reply: FastifyReply,
    note: Note,
    form: FormState,
    confirmed?: { readonly name: string; readonly handle: string },
  ): Promise<FastifyReply> {
    const { language } = reply.request.visitor
    const t = sharingTexts[language]
    const companies = await publicCompanies(
      pool,
      note.shares.map(({ company_id }) => company_id),
    )
    return reply.page('pages/notes/sharing/sharing', {
      title: t.title,
      section: 'notes',
      t: { ...formTexts[language], ...t },
      form,
      labels: { company: t.company, access: t.access },
      summary: noteSummary(note, language),
      choices: Object.entries(t.choices),
      confirmed,
      shares: note.shares
        .map((share) => ({ ...shareViewOf(share, companies), said: t.choices[choiceOf(share)] }))
        .toReversed(),
      back: `/ecmrs/${note.id}`,
      action: `/ecmrs/${note.id}/compartir`,
      styles: ['note-forms.css'],
    })
  }

  app.get<Address>(PATH, access.member, async (request, reply) => {
    const { note } = await ownOf(request)
    const { company, access: wanted } = request.query
    if (typeof company !== 'string') return show(reply, note, emptyForm(USUAL))
    const handle = company.trim().toLowerCase()
    const values = { company: handle, access: readChoice(wanted) ?? USUAL.access }
    const found = await lookUp(signedIn(request).company.id, handle)
    if (found.ok) {
      const named = (await publicCompanies(pool, [found.company.id])).get(found.company.id)
      return show(reply, note, emptyForm(values), named)
    }
    const { language } = request.visitor
    const fault =
      found.reason === 'unknown'
        ? refusalFaults({ code: 'not_shareable', detail: '' }, {}, language)['']
        : sharingTexts[language].tooMany
    return show(reply.code(found.reason === 'unknown' ? 404 : 429), note, {
      values,
      faults: { company: fault ?? '' },
    })
  })

  app.post<Address>(PATH, access.member, async (request, reply) => {
    const { note } = await ownOf(request)
    const values = valuesOf(request)
    const body = bodyOf(values)
    const shared = await shareNote({ ...context, lookUpHandle: lookUp }, callerOf(request), {
      ...{ note, body },
      key: formKeyOf(request, { action: 'share', note: note.id, once: typedAs(values, 'once'), says: body }),
    })
    if (shared.outcome === 'shared') return reply.seeOther(`/ecmrs/${note.id}/compartir`, 'note_shared')
    const form = { values, faults: whyNot(shared, request.visitor.language) }
    return show(reply.code(shared.outcome === 'too_many_lookups' ? 429 : 409), note, form)
  })

  app.post<Address>(`${PATH}/:share/revocar`, access.member, async (request, reply) => {
    const own = await ownOf(request)
    const { note } = own
    const { share: shareId } = request.params
    if (!note.shares.some(({ share_id }) => share_id === shareId)) throw notInNote(own)
    const once = typedAs(valuesOf(request), 'once')
    const revoked = await revokeShare(context, callerOf(request), {
      ...{ noteId: note.id, shareId },
      key: formKeyOf(request, { action: 'revoke share', note: note.id, once, says: shareId }),
    })
    if (revoked.outcome === 'accepted') return reply.seeOther(`/ecmrs/${note.id}/compartir`, 'share_revoked')
    const faults = whyNot(revoked, request.visitor.language)
    return show(reply.code(409), note, { values: USUAL, faults })
  })
}

type Choice = 'read' | Role

/** One choice of the form: to read, or the role to act in. */
function choiceOf({ role }: Pick<Share, 'role'>): Choice {
  return role ?? 'read'
}

function readChoice(asked: unknown): Choice | undefined {
  return (['read', ...roles] as const).find((choice) => choice === asked)
}

function bodyOf(values: FormValues): ShareBody {
  const company = typedAs(values, 'company').toLowerCase()
  const choice = readChoice(typedAs(values, 'access')) ?? 'read'
  return choice === 'read' ? { company, access: 'read' } : { company, access: 'act', role: choice }
}

function whyNot(
  outcome: Exclude<Sharing, { readonly outcome: 'shared' }>,
  language: Language,
): FormState['faults'] {
  if (outcome.outcome === 'too_many_lookups') return { company: sharingTexts[language].tooMany }
  if (outcome.outcome !== 'refused') return { '': formTexts[language].conflict }
  if (outcome.refusal.code === 'not_found') throw new PageProblem('not_found')
  return refusalFaults(outcome.refusal, {}, language)
}
