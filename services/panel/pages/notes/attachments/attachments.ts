import { actorNames } from '@ecmr/accounts'
import { type Added, addAttachment, withdrawAttachment } from '@ecmr/application'
import type { SentFile } from '@ecmr/attachments'
import { type AttachmentKind, attachmentKinds, mayActAs, type Note } from '@ecmr/domain'
import { fileHeaders } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, formKeyOf } from '../../../commands/caller.js'
import type { PanelContext } from '../../../context.js'
import { FILE_FIELD, MOST_FILES, roomForFiles, takeFiles } from '../../../forms/files.js'
import {
  emptyForm,
  type FormState,
  type FormValues,
  isFaulty,
  typedAs,
  valuesOf,
} from '../../../forms/form.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { noteSummary, withinRoom } from '../shared/brief.js'
import { formTexts } from '../shared/form-texts.js'
import { type FoundNote, notInNote, ownNote, seenNote } from '../shared/own-note.js'
import { refusalFaults } from '../shared/refusals.js'
import { attachmentRows } from './attachment-rows.js'
import { mayAddTo } from './section.js'
import { attachmentKindLabels, attachmentTexts, fileFaultTexts } from './texts.js'

interface Address {
  readonly Params: { readonly id: string; readonly attachment: string }
  readonly Querystring: { readonly desde?: unknown }
}

const PATH = '/ecmrs/:id/adjuntos'
/** In characters. */
const ROOM_FOR_ATTACHMENTS = 9_000
const LONGEST_TITLE = 200
const LONGEST_REASON = 1_000

/** The attachments of a note: shown, added, given out and withdrawn. */
export const attachmentPages: Pages = (app, context) => {
  const seenBy = (request: FastifyRequest<Address>) =>
    seenNote(context, signedIn(request).company.id, request.params.id)
  const show = async (request: FastifyRequest<Address>, reply: FastifyReply, form: FormState) =>
    showAttachments(context, reply, await seenBy(request), form, request.query)

  app.get<Address>(PATH, access.person, async (request, reply) => show(request, reply, emptyForm()))

  app.get<Address>(`${PATH}/:attachment/archivo`, access.person, async (request, reply) => {
    const { attachment } = request.params
    const seen = await seenBy(request)
    const found = seen.note.attachments.find(({ attachment_id }) => attachment_id === attachment)
    if (found === undefined) throw notInNote(seen)
    if (found.erased || found.withdrawn_at !== undefined) throw new PageProblem('not_found')
    const bytes = await context.files.storage.get(found.sha256)
    if (bytes === undefined) throw new PageProblem('documents_unavailable')
    return reply.headers(fileHeaders(found)).send(Buffer.from(bytes))
  })

  app.post<Address>(`${PATH}/:attachment/retirar`, access.member, async (request, reply) => {
    const { id, attachment: attachmentId } = request.params
    const { note } = await ownNote(context, signedIn(request).company.id, id)
    const values = valuesOf(request)
    const { language } = request.visitor
    const reason = typedAs(values, 'reason').slice(0, LONGEST_REASON)
    const name = `reason-${attachmentId}`
    if (reason === '')
      return show(request, reply.code(400), {
        values,
        faults: { [name]: attachmentTexts[language].reasonMissing },
      })
    const once = typedAs(values, 'once')
    const withdrawn = await withdrawAttachment(context, callerOf(request), {
      ...{ noteId: note.id, attachmentId, reason },
      key: formKeyOf(request, {
        ...{ action: 'withdraw attachment', note: note.id, once },
        says: [attachmentId, reason],
      }),
    })
    if (withdrawn.outcome === 'accepted')
      return reply.seeOther(`/ecmrs/${note.id}/adjuntos`, 'attachment_withdrawn')
    return show(request, reply.code(409), { values: {}, faults: whyNot(withdrawn, values, request) })
  })

  app.register((forms, _options, done) => {
    takeFiles(forms, context)
    forms.post<Address>(
      PATH,
      {
        config: { access: 'driver', opensAnew: true },
        preParsing: roomForFiles((request) => signedIn(request).company.id),
      },
      async (request, reply) => {
        const { note, access: ours } = await seenBy(request)
        if (!mayAddTo(ours)) throw new PageProblem('not_permitted')
        const values = valuesOf(request)
        const read = readForm(request, values)
        if (!read.ok) return show(request, reply.code(400), { values, faults: read.faults })
        const faults = await addAll(context, request, note, values, read)
        if (faults) return show(request, reply.code('file' in faults ? 400 : 409), { values, faults })
        return reply.seeOther(`/ecmrs/${note.id}/adjuntos`, 'attachments_added')
      },
    )
    done()
  })
}

type ReadAttachments =
  | { readonly ok: true; readonly kind: AttachmentKind; readonly files: readonly SentFile[] }
  | { readonly ok: false; readonly faults: FormState['faults'] }

function readForm(request: FastifyRequest, values: FormValues): ReadAttachments {
  const { files, fault } = request.sentFiles
  const { language } = request.visitor
  const wrong = fault ?? (files.length === 0 ? 'required' : undefined)
  const kind = attachmentKinds.find((one) => one === typedAs(values, 'kind'))
  const faults = {
    ...(kind === undefined && { kind: attachmentTexts[language].kindMissing }),
    ...(wrong && { file: fileFaultTexts[language][wrong] }),
  }
  return kind === undefined || isFaulty({ faults }) ? { ok: false, faults } : { ok: true, kind, files }
}

/** Adds the files one after the other; those before one that is not taken stay added, and a repeat adds them once. */
async function addAll(
  context: PanelContext,
  request: FastifyRequest,
  note: Note,
  values: FormValues,
  { kind, files }: Extract<ReadAttachments, { ok: true }>,
): Promise<FormState['faults'] | undefined> {
  const { language } = request.visitor
  const title = typedAs(values, 'title').replaceAll('\n', ' ').slice(0, LONGEST_TITLE) || undefined
  const keepLocation = typedAs(values, 'keep_location') === 'true'
  for (const [index, file] of files.entries()) {
    const added = await addAttachment(context, callerOf(request), {
      ...{ noteId: note.id, file, about: { kind, title, keepLocation } },
      keyFor: (sha256) =>
        formKeyOf(request, {
          ...{ action: 'add attachment', note: note.id, once: typedAs(values, 'once') },
          says: [index, sha256, kind, title ?? '', keepLocation],
        }),
    })
    if (added.outcome === 'unfit')
      return { file: `${file.name ?? ''}: ${fileFaultTexts[language][added.fault]}` }
    if (added.outcome !== 'added') return whyNot(added, values, request)
  }
  return undefined
}

function whyNot(
  outcome: Exclude<Added, { readonly outcome: 'added' | 'unfit' }>,
  values: FormValues,
  request: FastifyRequest,
): FormState['faults'] {
  const { language } = request.visitor
  if (outcome.outcome !== 'refused') return { '': formTexts[language].conflict }
  if (outcome.refusal.code === 'not_found') throw new PageProblem('not_found')
  return refusalFaults(outcome.refusal, values, language)
}

async function showAttachments(
  { pool }: PanelContext,
  reply: FastifyReply,
  { note, events, access: ours }: FoundNote,
  form: FormState,
  query: Address['Querystring'],
): Promise<FastifyReply> {
  const { request } = reply
  const { company } = signedIn(request)
  const { language } = request.visitor
  const t = attachmentTexts[language]
  const labels = attachmentKindLabels[language]
  const nameOf = await actorNames(
    pool,
    company.id,
    events.filter(({ type }) => type === 'AttachmentAdded').map(({ metadata }) => metadata.actor),
  )
  const rows = attachmentRows(note, events, { nameOf, language })
  return reply.page('pages/notes/attachments/attachments', {
    title: t.title,
    section: 'notes',
    t: { ...formTexts[language], ...t },
    form,
    labels: { kind: t.kind, file: t.file, title: t.caption },
    summary: noteSummary(note, language),
    refused:
      note.cancelled_at === undefined
        ? undefined
        : refusalFaults({ code: 'cancelled', detail: '' }, {}, language)[''],
    kinds: [['', formTexts[language].choose], ...attachmentKinds.map((kind) => [kind, labels[kind]])],
    attachments: withinRoom(rows, ROOM_FOR_ATTACHMENTS, placeAsked(query, rows.length)),
    accepted: 'image/jpeg,image/png,image/webp,application/pdf',
    fileField: FILE_FIELD,
    mostFiles: MOST_FILES,
    back: `/ecmrs/${note.id}`,
    mayAdd: mayActAs(signedIn(request).user.role, 'driver') && mayAddTo(ours),
    mayWithdraw: mayActAs(signedIn(request).user.role, 'member') && ours.kind === 'own',
    action: `/ecmrs/${note.id}/adjuntos`,
    styles: ['note-forms.css'],
  })
}

/** The place in the list from which on it is shown; links count from 1. */
function placeAsked({ desde }: Address['Querystring'], total: number): number {
  const place = typeof desde === 'string' && /^[1-9]\d?$/.test(desde) ? Number(desde) - 1 : 0
  return place < total ? place : 0
}
