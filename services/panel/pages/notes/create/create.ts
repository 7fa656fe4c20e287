import { createNote, type Entry, findEntry, idsOfForm } from '@ecmr/application'
import { checkBody, createEcmrBody, type Language, registerMembers, withContradictions } from '@ecmr/contract'
import type { EcmrFields, Fault, FieldChanges, Note } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, formKeyOf } from '../../../commands/caller.js'
import type { PanelContext } from '../../../context.js'
import { emptyForm, type FormValues, isFaulty, meets, typedAs } from '../../../forms/form.js'
import { readFields } from '../../../forms/note-fields.js'
import { withUnshownLines, writePortions } from '../../../forms/portions.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { extendedList, numbered, sentNote } from '../fields/form-page.js'
import { addressOf, nextPlace, portionsAround } from '../fields/lines.js'
import { noteFaults } from '../fields/note-faults.js'
import { formTexts } from '../shared/form-texts.js'
import { noteAt, ownNote } from '../shared/own-note.js'
import { refusalFaults } from '../shared/refusals.js'
import { complianceForPeople } from '../shared/compliance.js'
import { keepTemplate, nameFaults, notKept, TEMPLATE_NAME } from '../../registers/templates.js'
import { registerAddress } from '../../registers/words.js'
import { PageProblem } from '../../../problems/page-problem.js'
import {
  type CreateView,
  createPage,
  fieldsOfTemplate,
  linesBefore,
  placeIn,
  startingFields,
  worthCopying,
} from './page.js'

/** The form for a new note: blank but for the company's own place on it, or a copy of an earlier note. */
export const createPages: Pages = (app, context) => {
  app.get<{ Querystring: { desde?: unknown; empresa?: unknown; plantilla?: unknown } }>(
    '/ecmrs/nueva',
    access.member,
    async (request, reply) => {
      const { language } = request.visitor
      const { company } = signedIn(request)
      const { desde, empresa, plantilla } = request.query
      if (typeof plantilla === 'string' && plantilla !== '') {
        const template = await templateNamed(context, request, plantilla)
        const fields = fieldsOfTemplate(template)
        const form = emptyForm(writePortions(fields, language, portionsAround(undefined)))
        return createPage(request, reply, form, { template })
      }
      const isCopy = typeof desde === 'string' && desde !== ''
      const copied = isCopy ? (await ownNote(context, company.id, desde)).note : undefined
      const place = placeIn(empresa)
      const fields = copied ? worthCopying(copied.fields) : startingFields(company, place)
      const form = emptyForm(writePortions(fields, language, portionsAround(undefined)))
      return createPage(request, reply, form, copied ? { copied } : { copied, place })
    },
  )

  app.post('/ecmrs/nueva', access.member, async (request, reply) => {
    const { language } = request.visitor
    const sent = sentNote(request)
    const begun = await begunWith(context, request, sent)
    const values = numbered(sent, linesBefore(begun))
    const extended = extendedList(values)
    if (extended !== undefined) return createPage(request, reply, emptyForm(values), { ...begun, extended })
    if (typedAs(values, 'do') === 'template') return saveTemplate(context, request, reply, { values, begun })
    const { fields, faults } = judged(values, linesBefore(begun), language)
    const form = { values, faults }
    if (isFaulty(form) || !meets(createEcmrBody, fields))
      return createPage(request, reply.code(400), form, begun)
    if (typedAs(values, 'do') === 'check')
      return createPage(request, reply, form, {
        ...begun,
        compliance: complianceForPeople({ fields }, language, (field) => `#f-${field}`),
      })
    return create(context, request, reply, { values, begun, fields })
  })
}

/** The note, or the template, that a form was begun with. */
type Begun = Pick<CreateView, 'copied' | 'template'>

async function begunWith(context: PanelContext, request: FastifyRequest, values: FormValues): Promise<Begun> {
  const id = typedAs(values, 'template')
  if (id !== '') return { template: await templateNamed(context, request, id) }
  return { copied: await copiedNote(context, request, values) }
}

async function templateNamed(
  { pool }: Pick<PanelContext, 'pool'>,
  request: FastifyRequest,
  id: string,
): Promise<Entry> {
  const found = await findEntry(pool, signedIn(request).company.id, { register: 'templates', id })
  if (found === undefined) throw new PageProblem('not_found')
  return found
}

/** Keeps what stands in the form as a template: whatever is filled in has to be right, and nothing has to be filled in. */
async function saveTemplate(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { values, begun }: { readonly values: FormValues; readonly begun: Begun },
): Promise<FastifyReply> {
  const { language } = request.visitor
  const { fields, faults: unread } = readFields(values, language)
  const whole = withUnshownLines(fields, linesBefore(begun), values)
  const wrong = [...unread, ...checkBody(registerMembers.templates.fields, whole)]
  const name = typedAs(values, TEMPLATE_NAME)
  const faults = { ...noteFaults(wrong, values, language), ...nameFaults(name, request) }
  if (isFaulty({ faults })) return createPage(request, reply.code(400), { values, faults }, begun)
  const replaced = begun.template && { id: begun.template.id }
  const kept = await keepTemplate(context, request, { name, fields: whole, ...replaced })
  if (kept.ok) return reply.seeOther(registerAddress('templates'), 'template_saved')
  return createPage(request, reply.code(409), { values, faults: notKept(kept, request) }, begun)
}

/** The note that a form was copied of, as it was then. */
async function copiedNote(
  context: PanelContext,
  request: FastifyRequest,
  values: FormValues,
): Promise<Note | undefined> {
  const id = typedAs(values, 'copied')
  if (id === '') return undefined
  const found = await ownNote(context, signedIn(request).company.id, id)
  return noteAt(found, typedAs(values, 'copied_version'))
}

interface Wanted {
  readonly values: FormValues
  readonly begun: Begun
  readonly fields: EcmrFields
}

async function create(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { values, begun, fields }: Wanted,
): Promise<FastifyReply> {
  const { language } = request.visitor
  const caller = callerOf(request)
  const key = formKeyOf(request, { action: 'create', once: typedAs(values, 'once'), says: fields })
  const id = idsOfForm(caller.company, key).noteId
  const outcome = await createNote(context, caller, { fields, key })
  const next = nextPlace(values)
  switch (outcome.outcome) {
    case 'accepted':
      return reply.seeOther(next ? addressOf(id, next) : `/ecmrs/${id}`, 'note_created')
    case 'refused': {
      const faults = refusalFaults(outcome.refusal, values, language)
      const isThere = outcome.refusal.code === 'already_exists'
      const more = isThere ? { createdBefore: `/ecmrs/${id}` } : {}
      return createPage(request, reply.code(409), { values, faults }, { ...begun, ...more })
    }
    default:
      return createPage(
        request,
        reply.code(409),
        { values, faults: { '': formTexts[language].conflict } },
        begun,
      )
  }
}

/** The fields of a new note and everything that is wrong with them, whatever finds it. */
function judged(
  values: FormValues,
  before: FieldChanges,
  language: Language,
): { readonly fields: unknown; readonly faults: Readonly<Record<string, string>> } {
  const { fields: read, faults: unread } = readFields(values, language)
  const fields = withUnshownLines(read, before, values)
  const faults: readonly Fault[] = [...unread, ...checkBody(createEcmrBody, fields)]
  return { fields, faults: noteFaults(withContradictions(faults, fields, 'create'), values, language) }
}
