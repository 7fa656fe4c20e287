import { type FieldName, isEditable, type Note, type Refusal, replay } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { updateEcmrBody } from '@ecmr/http-contract'
import { checkBody } from '@ecmr/validation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { changeNote } from '../../commands/change-note.js'
import type { PanelContext } from '../../context.js'
import { emptyForm, type FormState } from '../../forms/form.js'
import { type FormValues, typedAs, writeFields } from '../../forms/form-values.js'
import { type Pages, signedIn } from '../../panel-server.js'
import { PageProblem } from '../../problems/page-problem.js'
import { changesOf } from './edit-changes.js'
import { mergedForm, type StaleView } from './edit-stale.js'
import { extendedList, formPage, sentNote } from './fields/form-page.js'
import { noteFaults } from './fields/note-faults.js'
import { formTexts } from './form-texts.js'
import { ownNote } from './read-own-note.js'
import { refusalFaults } from './refusal-faults.js'
import { refusalTexts } from './refusal-texts.js'
import { refusalOf } from './trial.js'

const access = { config: { access: 'member' } } as const

interface OpenNote {
  readonly note: Note
  readonly events: readonly RecordedEvent[]
}

/** The form for changing a note: what may still change, and a reason where one is needed. */
export const editPages: Pages = (app, context) => {
  app.get<{ Params: { id: string } }>('/ecmrs/:id/editar', access, async (request, reply) => {
    const { note } = await ownNote(context, signedIn(request).company.id, request.params.id)
    return show(request, reply, note, emptyForm(writeFields(note.fields, request.visitor.language)))
  })

  app.post<{ Params: { id: string } }>('/ecmrs/:id/editar', access, async (request, reply) => {
    const { language } = request.visitor
    const open = await ownNote(context, signedIn(request).company.id, request.params.id)
    const values = sentNote(request)
    const before = noteAt(open, typedAs(values, 'version'))
    const extended = extendedList(values)
    if (extended !== undefined) return show(request, reply, before, emptyForm(values), { extended })
    const mayChange = (field: FieldName): boolean => isEditable(before.progress, field)
    const read = changesOf(before.fields, values, language, mayChange)
    const reason = typedAs(values, 'amendment_reason')
    const unexplained = reason === '' ? [] : checkBody(updateEcmrBody, { amendment_reason: reason })
    if (!read.ok || unexplained.length > 0) {
      const faults = noteFaults([...(read.ok ? [] : read.faults), ...unexplained], values, language)
      return show(request, reply.code(400), before, { values, faults })
    }
    const outcome = await changeNote(context, request, {
      noteId: open.note.id,
      action: 'edit',
      once: typedAs(values, 'once'),
      says: { version: before.version, changes: read.changes, reason },
      commands: () => [{ type: 'edit', changes: read.changes, ...(reason !== '' && { reason }) }],
      ifMatch: before.version,
    })
    switch (outcome.outcome) {
      case 'accepted': {
        const isChange = outcome.events.length > 0
        return reply.seeOther(`/ecmrs/${open.note.id}`, isChange ? 'note_changed' : 'note_unchanged')
      }
      case 'refused':
        return showRefused(request, reply, before, values, outcome.refusal)
      case 'stale':
        return showStale(context, request, reply, before, values, read.changed)
      case 'conflict':
        return show(request, reply.code(409), before, {
          values,
          faults: { '': formTexts[language].conflict },
        })
    }
  })
}

/** The note as it was when a form was made of it. */
function noteAt({ note, events }: OpenNote, version: string): Note {
  const upTo = /^\d{1,9}$/.test(version) ? Number(version) : 0
  if (upTo < 1 || upTo > note.version) throw new PageProblem('malformed')
  return replay(events.slice(0, upTo)).note ?? note
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
  return show(request, reply.code(409), note, { values, faults })
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
  const { values, stale, hints } = mergedForm({ before, now, events }, typed, changed, language, mayChange)
  return show(request, reply.code(409), now, emptyForm(values), { stale, hints })
}

function show(
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
  const refusal = refusalOf(note, { type: 'edit', changes: {} })
  const refused = refusal
    ? refusalTexts[language][refusal.code]
    : note.progress === 'delivered' && t.edit.delivered
  const isOnTheWay = note.progress === 'in_transit'
  const asksReason =
    note.signatures.length > 0 || isOnTheWay || Object.hasOwn(form.faults, 'amendment_reason')
  const hint = note.signatures.length > 0 ? t.edit.signed : t.edit.vehicle
  const { extended, stale, hints } = more
  const page = formPage({
    language,
    form,
    isEditable: (field) => isEditable(note.progress, field),
    ...(extended && { extended }),
    ...(hints && { hints }),
  })
  return reply.page('pages/notes/edit', {
    title: `${t.edit.heading} ${note.ecmr_number}`,
    number: note.ecmr_number,
    ...page,
    labels: { ...page.labels, amendment_reason: t.edit.reason },
    back: `/ecmrs/${note.id}`,
    version: note.version,
    refused,
    isOnTheWay,
    stale,
    reason: asksReason && {
      name: 'amendment_reason',
      label: t.edit.reason,
      hint,
      rows: 2,
      required: note.signatures.length > 0,
    },
  })
}
