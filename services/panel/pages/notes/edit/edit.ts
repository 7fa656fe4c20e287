import { actorNames } from '@ecmr/accounts'
import { changeNote, edit } from '@ecmr/application'
import { checkBody, type Language, updateEcmrBody } from '@ecmr/contract'
import { type FieldName, isEditable, type Note, type Refusal, roles } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, formKeyOf } from '../../../commands/caller.js'
import type { PanelContext } from '../../../context.js'
import { emptyForm, type FormState, type FormValues, typedAs } from '../../../forms/form.js'
import { writePortions } from '../../../forms/portions.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { extendedList, formPage, numbered, sentNote } from '../fields/form-page.js'
import { addressOf, END, nextPlace, placeOf, portionsAround } from '../fields/lines.js'
import { noteFaults } from '../fields/note-faults.js'
import { formTexts } from '../shared/form-texts.js'
import { roleLabels } from '../shared/labels.js'
import { noteAt, ownNote } from '../shared/own-note.js'
import { refusalFaults, refusalTexts, refusalToEdit, remedyOf } from '../shared/refusals.js'
import { changesOf, type ReadChanges } from './changes.js'
import { mergedForm, type StaleView } from './stale.js'

interface Address {
  Params: { id: string }
  Querystring: { lista?: unknown; linea?: unknown }
}

/** The form for changing a note: what may still change, and a reason where one is needed. */
export const editPages: Pages = (app, context) => {
  app.get<Address>('/ecmrs/:id/editar', access.member, async (request, reply) => {
    const { note } = await ownNote(context, signedIn(request).company.id, request.params.id)
    const place = placeOf(request.query)
    const values = writePortions(note.fields, request.visitor.language, portionsAround(place))
    const more = place?.line === END ? { extended: place.list } : {}
    return showEditing(request, reply, note, emptyForm(values), more)
  })

  app.post<{ Params: { id: string } }>('/ecmrs/:id/editar', access.member, async (request, reply) => {
    const { language } = request.visitor
    const open = await ownNote(context, signedIn(request).company.id, request.params.id)
    const sent = sentNote(request)
    const before = noteAt(open, typedAs(sent, 'version'))
    const values = numbered(sent, before.fields)
    const extended = extendedList(values)
    if (extended !== undefined) return showEditing(request, reply, before, emptyForm(values), { extended })
    const mayChange = (field: FieldName): boolean => isEditable(before.progress, field)
    const read = changesOf(before.fields, values, language, mayChange)
    const reason = typedAs(values, 'amendment_reason')
    const unexplained = reason === '' ? [] : checkBody(updateEcmrBody, { amendment_reason: reason })
    if (!read.ok || unexplained.length > 0) {
      const faults = noteFaults([...(read.ok ? [] : read.faults), ...unexplained], values, language)
      return showEditing(request, reply.code(400), before, { values, faults })
    }
    return save(context, request, reply, { before, values, read, reason })
  })
}

/** What the user wants to change, and the form that says so. */
interface Wanted {
  readonly before: Note
  readonly values: FormValues
  readonly read: ReadChanges & { readonly ok: true }
  readonly reason: string
}

async function save(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { before, values, read, reason }: Wanted,
): Promise<FastifyReply> {
  const { changes, changed } = read
  const { id: noteId, version } = before
  const says = { version, changes, reason }
  const outcome = await changeNote(context, callerOf(request), {
    noteId,
    key: formKeyOf(request, { action: 'edit', note: noteId, once: typedAs(values, 'once'), says }),
    commands: () => [edit(changes, reason === '' ? undefined : reason)],
    ifMatch: [version],
  })
  const next = nextPlace(values)
  switch (outcome.outcome) {
    case 'accepted':
      return reply.seeOther(
        next ? addressOf(before.id, next) : `/ecmrs/${before.id}`,
        outcome.events.length > 0 ? 'note_changed' : next ? undefined : 'note_unchanged',
      )
    case 'refused':
      return showRefused(request, reply, before, values, outcome.refusal)
    case 'stale':
      return showStale(context, request, reply, before, values, changed)
    default:
      return showEditing(request, reply.code(409), before, {
        values,
        faults: { '': formTexts[request.visitor.language].conflict },
      })
  }
}

function showRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  note: Note,
  values: FormValues,
  refusal: Refusal,
): FastifyReply {
  if (refusal.code === 'not_found') throw new PageProblem('not_found')
  const { language } = request.visitor
  const needsReason = refusal.code === 'amendment_reason_required'
  const faults = needsReason
    ? { amendment_reason: refusalTexts[language][refusal.code] }
    : refusalFaults(refusal, values, language)
  return showEditing(request, reply.code(409), note, { values, faults })
}

/** The form again, of the note as it is now, with what others did to it and what was typed. */
async function showStale(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  before: Note,
  typed: FormValues,
  changed: readonly FieldName[],
): Promise<FastifyReply> {
  const { note: now, events } = await ownNote(context, signedIn(request).company.id, before.id)
  const mayChange = (field: FieldName): boolean => isEditable(now.progress, field)
  const { language } = request.visitor
  const actors = events.map(({ metadata }) => metadata.actor)
  const nameOf = await actorNames(context.pool, signedIn(request).company.id, actors)
  const notes = { before, now, events, nameOf }
  const { values, stale, hints } = mergedForm(notes, typed, changed, language, mayChange)
  return showEditing(request, reply.code(409), now, emptyForm(values), { stale, hints })
}

/** The form for changing a note, or why it cannot change. */
function showEditing(
  request: FastifyRequest,
  reply: FastifyReply,
  note: Note,
  form: FormState,
  more: {
    readonly extended?: FieldName
    readonly stale?: StaleView
    readonly hints?: Readonly<Record<string, string>>
  } = {},
): FastifyReply {
  const { language } = request.visitor
  const t = formTexts[language]
  const refusal = refusalToEdit(note)
  const refused = refusal
    ? refusalTexts[language][refusal.code]
    : note.progress === 'delivered' && t.edit.delivered
  const isSigned = note.signatures.length > 0
  const isOnTheWay = note.progress === 'in_transit'
  const asksReason = isSigned || isOnTheWay || Object.hasOwn(form.faults, 'amendment_reason')
  const { extended, stale, hints } = more
  const page = formPage({
    request,
    form,
    before: note.fields,
    isEditable: (field) => isEditable(note.progress, field),
    ...(extended && { extended }),
    ...(hints && { hints }),
  })
  return reply.page('pages/notes/edit/edit', {
    title: `${t.edit.heading} ${note.ecmr_number}`,
    number: note.ecmr_number,
    ...page,
    lines: t.edit.lines,
    labels: { amendment_reason: t.edit.reason, ...page.labels },
    back: `/ecmrs/${note.id}`,
    version: note.version,
    refused,
    remedy: refusal && remedyOf(note, refusal, language),
    isOnTheWay,
    stale,
    reason: asksReason && {
      name: 'amendment_reason',
      label: t.edit.reason,
      title: isSigned ? t.edit.signed : t.edit.onTheWay,
      hint: isSigned ? t.edit.signedBy(signersOf(note, language)) : t.edit.vehicle,
      rows: 2,
      required: isSigned,
    },
  })
}

/** The parties that have signed, each once: "remitente, transportista". */
function signersOf({ signatures }: Note, language: Language): string {
  const signed = roles.filter((role) => signatures.some((signature) => signature.role === role))
  return signed.map((role) => roleLabels[language][role].toLowerCase()).join(', ')
}
