import { createNote, idsOfForm } from '@ecmr/application'
import { checkBody, createEcmrBody, type Language, withContradictions } from '@ecmr/contract'
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
import { createPage, linesBefore, placeIn, startingFields, worthCopying } from './page.js'

/** The form for a new note: blank but for the company's own place on it, or a copy of an earlier note. */
export const createPages: Pages = (app, context) => {
  app.get<{ Querystring: { desde?: unknown; empresa?: unknown } }>(
    '/ecmrs/nueva',
    access.member,
    async (request, reply) => {
      const { language } = request.visitor
      const { company } = signedIn(request)
      const { desde, empresa } = request.query
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
    const copied = await copiedNote(context, request, sent)
    const values = numbered(sent, linesBefore(copied))
    const extended = extendedList(values)
    if (extended !== undefined) return createPage(request, reply, emptyForm(values), { copied, extended })
    const { fields, faults } = judged(values, linesBefore(copied), language)
    const form = { values, faults }
    if (isFaulty(form) || !meets(createEcmrBody, fields))
      return createPage(request, reply.code(400), form, { copied })
    if (typedAs(values, 'do') === 'check')
      return createPage(request, reply, form, {
        copied,
        compliance: complianceForPeople({ fields }, language, (field) => `#f-${field}`),
      })
    return create(context, request, reply, { values, copied, fields })
  })
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
  readonly copied: Note | undefined
  readonly fields: EcmrFields
}

async function create(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { values, copied, fields }: Wanted,
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
      return createPage(request, reply.code(409), { values, faults }, { copied, ...more })
    }
    default:
      return createPage(
        request,
        reply.code(409),
        { values, faults: { '': formTexts[language].conflict } },
        { copied },
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
