import type { SignedIn } from '@ecmr/accounts'
import type { Language } from '@ecmr/contract'
import {
  type CompanyProblem,
  countByStatus,
  NOTHING_PROVEN,
  passedBy,
  seenNoteById,
  verifyCompany,
  verifyNotes,
} from '@ecmr/read-models'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../context.js'
import { valuesOf } from '../../forms/form.js'
import { access, type Pages, signedIn } from '../../panel-server.js'
import { PageProblem } from '../../problems/page-problem.js'
import { eventLabels, nameIn } from '../notes/shared/labels.js'
import { accountSentence } from './account-entry.js'
import { texts } from './texts.js'
import {
  openState,
  sealState,
  type VerificationState,
  type VerifyingAlone,
  verifyingAlone,
} from './verification-state.js'

/** How long one request works; then its page says how far it has come, and goes on. */
const LONGEST_MS = 3_000

/** Proves the hash chains of the company's own streams: all of them, a few seconds at a time, or one note's. */
export const verificationPages: Pages = (app, context) => {
  const alone = verifyingAlone(context.pool)
  for (const url of ['/auditoria/verificar', '/auditoria/verificar/:id'])
    app.get(url, access.auditor, async (_request, reply) => reply.seeOther('/auditoria'))

  app.post('/auditoria/verificar', access.auditor, async (request, reply) => {
    const who = signedIn(request)
    const from = await beginning(context, who, valuesOf(request).hasta_ahora)
    const ended = await goOn(alone, context, who, from)
    const isBusy = ended === 'busy'
    if (isBusy) reply.code(409)
    return showVerification(request, reply, context, { state: isBusy ? from : ended, isBusy })
  })

  app.post<{ Params: { id: string } }>('/auditoria/verificar/:id', access.auditor, async (request, reply) =>
    verifyOne(request, reply, { ...context, alone }, request.params.id),
  )
}

async function beginning(
  { pool, store, reads, secretKey, clock }: PanelContext,
  who: SignedIn,
  sealed = '',
): Promise<VerificationState> {
  const earlier = sealed === '' ? undefined : openState(secretKey, ownerOf(who), sealed)
  if (sealed !== '' && earlier === undefined) throw new PageProblem('malformed')
  if (earlier) return earlier
  await Promise.all([reads.waitFor('history'), reads.waitFor('list')])
  const [up_to, { total, cancelled }] = await Promise.all([store.head(), countByStatus(pool, who.company.id)])
  return {
    began_at: clock().toISOString(),
    up_to,
    total: total + cancelled,
    verified: { ...NOTHING_PROVEN, problems: [] },
  }
}

/** The person who may go on with a verification; no one else may. */
function ownerOf({ user, company }: SignedIn): string {
  return `${company.id} ${user.id}`
}

async function goOn(
  alone: VerifyingAlone,
  { recorded }: PanelContext,
  { user, company }: SignedIn,
  from: VerificationState,
): Promise<VerificationState | 'busy'> {
  return alone(user.id, async (db) => {
    const deadline = performance.now() + LONGEST_MS
    const options = { db, store: recorded, company: company.id, from: from.verified, deadline }
    const verified = await verifyCompany(options)
    return { ...from, verified: { ...verified, problems: [...verified.problems] } }
  })
}

async function verifyOne(
  request: FastifyRequest,
  reply: FastifyReply,
  { alone, recorded, reads, clock }: PanelContext & { readonly alone: VerifyingAlone },
  id: string,
): Promise<FastifyReply> {
  const { user, company } = signedIn(request)
  const { language } = request.visitor
  await Promise.all([reads.waitFor('history'), reads.waitFor('list')])
  const began_at = clock().toISOString()
  const up_to = await recorded.head()
  const result = await alone(user.id, async (db) => {
    const passed = await passedBy(db, recorded)
    const note = await seenNoteById(db, company.id, id)
    return note && { note, verified: await verifyNotes({ store: recorded, notes: [note], passed }) }
  })
  if (result === undefined) throw new PageProblem('not_found')
  const t = texts[language]
  if (result === 'busy') {
    reply.code(409)
    return reply.page('pages/audit/verified-note', { ...frame(language, t.verifyTitle), isBusy: true, id })
  }
  const { note, verified } = result
  return reply.page('pages/audit/verified-note', {
    ...frame(language, t.verifyNoteTitle(note.ecmr_number ?? id)),
    isBusy: false,
    id,
    began_at,
    ended_at: clock().toISOString(),
    up_to,
    events: verified.events,
    problems: verified.problems.map((problem) => problemEntry(problem, language)),
    found: verified.problems.length,
  })
}

function frame(language: Language, title: string) {
  return { title, section: 'audit', styles: ['audit.css'], t: texts[language] }
}

function showVerification(
  request: FastifyRequest,
  reply: FastifyReply,
  { secretKey, clock }: PanelContext,
  { state, isBusy }: { readonly state: VerificationState; readonly isBusy: boolean },
): FastifyReply {
  const { language } = request.visitor
  const { verified } = state
  const isDone = verified.step === 'done'
  return reply.page('pages/audit/verification', {
    ...frame(language, texts[language].verifyTitle),
    // Goes on by itself, unless it would only knock at a closed door.
    scripts: isDone || isBusy ? [] : ['verification.js'],
    isBusy,
    isDone,
    state,
    sealed: sealState(secretKey, ownerOf(signedIn(request)), state),
    ended_at: clock().toISOString(),
    problems: verified.problems.map((problem) => problemEntry(problem, language)),
    found: verified.found,
  })
}

/** An event that is not as it was recorded, in words. */
interface ProblemEntry {
  /** the note that it belongs to; absent: the company's own stream, or that of reads of a document */
  readonly note: { readonly number: string; readonly href: string } | undefined
  readonly isOfReads: boolean
  /** what kind of event it is; unknown for one that is missing */
  readonly type: string | undefined
  readonly revision: number | null
  readonly position: string | null
  readonly sentence: string
}

function problemEntry(
  { problem, ecmr_id, ecmr_number, document_id, revision, position, type }: CompanyProblem,
  language: Language,
): ProblemEntry {
  return {
    note: ecmr_id === null ? undefined : { number: ecmr_number ?? ecmr_id, href: `/ecmrs/${ecmr_id}` },
    isOfReads: document_id !== undefined,
    type:
      type === null ? undefined : (nameIn(eventLabels[language], type) ?? accountSentence(type, language)),
    revision,
    position,
    sentence: texts[language].problems[problem],
  }
}
