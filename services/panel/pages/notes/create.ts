import { checkFields, compliance, type EcmrFields, type Fault, type FieldName, type Role } from '@ecmr/domain'
import { createEcmrBody, type Language } from '@ecmr/http-contract'
import { checkBody } from '@ecmr/validation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createNote } from '../../commands/create-note.js'
import type { PanelContext } from '../../context.js'
import { emptyForm, type FormState, isFaulty } from '../../forms/form.js'
import { type FormValues, typedAs } from '../../forms/form-values.js'
import { meets } from '../../forms/meets.js'
import { readFields } from '../../forms/read-fields.js'
import { writeFields } from '../../forms/write-fields.js'
import { type Pages, signedIn } from '../../panel-server.js'
import { startingFields, worthCopying } from './create-from.js'
import { extendedList, formPage, sentNote } from './fields/form-page.js'
import { noteFaults } from './fields/note-faults.js'
import { formTexts } from './form-texts.js'
import { fullFieldLabel } from './labels.js'
import { ownNote } from './read-own-note.js'
import { refusalFaults } from './refusal-faults.js'

const access = { config: { access: 'member' } } as const

/** The form for a new note: blank but for the sender, or a copy of an earlier note. */
export const createPages: Pages = (app, context) => {
  app.get<{ Querystring: { desde?: unknown } }>('/ecmrs/nueva', access, async (request, reply) => {
    const { language } = request.visitor
    const { company } = signedIn(request)
    const { desde } = request.query
    if (typeof desde !== 'string' || desde === '')
      return show(request, reply, emptyForm(writeFields(startingFields(company), language)))
    const { note } = await ownNote(context, company.id, desde)
    const form = emptyForm(writeFields(worthCopying(note.fields), language))
    return show(request, reply, form, { copied: note.ecmr_number })
  })

  app.post('/ecmrs/nueva', access, async (request, reply) => {
    const { language } = request.visitor
    const values = sentNote(request)
    const extended = extendedList(values)
    if (extended !== undefined) return show(request, reply, emptyForm(values), { extended })
    const { fields, faults } = judged(values, language)
    const form = { values, faults }
    if (isFaulty(form) || !meets(createEcmrBody, fields)) return show(request, reply.code(400), form)
    if (typedAs(values, 'do') === 'check')
      return show(request, reply, form, { regimes: regimesOf(fields, language) })
    return create(context, request, reply, values, fields)
  })
}

async function create(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  values: FormValues,
  fields: EcmrFields,
): Promise<FastifyReply> {
  const { language } = request.visitor
  const { id, outcome } = await createNote(context, request, { once: typedAs(values, 'once'), fields })
  switch (outcome.outcome) {
    case 'accepted':
      return reply.seeOther(`/ecmrs/${id}`, 'note_created')
    case 'refused': {
      const faults = refusalFaults(outcome.refusal, values, language)
      const isThere = outcome.refusal.code === 'already_exists'
      const more = isThere ? { createdBefore: `/ecmrs/${id}` } : {}
      return show(request, reply.code(409), { values, faults }, more)
    }
    case 'stale':
    case 'conflict':
      return show(request, reply.code(409), { values, faults: { '': formTexts[language].conflict } })
  }
}

/** The fields of a new note and everything that is wrong with them, whatever finds it. */
function judged(
  values: FormValues,
  language: Language,
): { readonly fields: unknown; readonly faults: Readonly<Record<string, string>> } {
  const { fields, faults: unread } = readFields(values, language)
  const faults: readonly Fault[] = [...unread, ...checkBody(createEcmrBody, fields)]
  const wrong = new Set(faults.map(({ pointer }) => pointer.split('/')[1]))
  const sound = Object.fromEntries(Object.entries(fields).filter(([name]) => !wrong.has(name)))
  return {
    fields,
    faults: noteFaults([...faults, ...checkFields(sound, 'create')], values, language),
  }
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  form: FormState,
  more: {
    readonly extended?: FieldName
    readonly copied?: string
    readonly createdBefore?: string
    readonly regimes?: ReturnType<typeof regimesOf>
  } = {},
): FastifyReply {
  const { language } = request.visitor
  const { extended } = more
  return reply.page('pages/notes/create', {
    title: formTexts[language].create.title,
    ...formPage({ language, form, isEditable: () => true, ...(extended && { extended }) }),
    ...more,
  })
}

/** What the law would still miss. */
function regimesOf(fields: EcmrFields, language: Language) {
  const { cmr, deca } = compliance(fields)
  const said = formTexts[language].compliance
  const missing = ({
    field,
    article,
    responsible,
  }: {
    field: FieldName
    article: string
    responsible: Role
  }) => ({
    field,
    label: fullFieldLabel(field, language),
    article,
    by: said.by(responsible),
  })
  return [
    { title: said.cmr, missing: cmr.missing.map(missing) },
    { title: said.deca, missing: deca.missing.map(missing) },
  ]
}
