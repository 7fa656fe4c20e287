import { type FieldName, isEditable, type Note } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormState } from '../../../forms/form.js'
import { formPage } from '../fields/form-page.js'
import { formTexts } from '../shared/form-texts.js'
import { refusalTexts } from '../shared/refusal-texts.js'
import { refusalOf } from '../shared/trial.js'
import type { StaleView } from './stale.js'

/** The form for changing a note, or why it cannot change. */
export function showEditing(
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
