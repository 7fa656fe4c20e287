import { recordAudit } from '@ecmr/accounts'
import { addEntry, changeEntry, type EntryWritten } from '@ecmr/application'
import { checkBody, registerMembers } from '@ecmr/contract'
import type { FieldChanges, JsonObject } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../context.js'
import { emptyForm, type FormState, isFaulty, typedAs, valuesOf } from '../../forms/form.js'
import { access, type PanelServer, signedIn } from '../../panel-server.js'
import { worthCopying } from '../notes/create/page.js'
import { noteFaults } from '../notes/fields/note-faults.js'
import { ownNote } from '../notes/shared/own-note.js'
import { labelOf } from './entry-form.js'
import { registerCommand, registerPage } from './register-page.js'
import { registerTexts } from './texts.js'
import { registerAddress } from './words.js'

/** The control for the name of a template. */
export const TEMPLATE_NAME = 'template_name'

/** What a form for a new note is to be kept as. */
export interface WantedTemplate {
  readonly name: string
  readonly fields: JsonObject
  /** the template that takes its place; absent: it is a new one */
  readonly id?: string
}

/** Keeps fields of a note as a template. */
export function keepTemplate(
  { pool }: Pick<PanelContext, 'pool'>,
  request: FastifyRequest,
  { id, name, fields }: WantedTemplate,
): Promise<EntryWritten> {
  const by = { pool, recordAudit }
  const action = id === undefined ? 'add' : `change ${id}`
  const command = registerCommand(request, 'templates', { action, says: [name, fields] })
  return id === undefined
    ? addEntry(by, { ...command, data: { name, fields } })
    : changeEntry(by, { ...command, id, changes: { name, fields } })
}

/** What is wrong with the name of a template. */
export function nameFaults(name: string, request: FastifyRequest): Readonly<Record<string, string>> {
  const faults = checkBody(registerMembers.templates.name, name).map((fault) => ({
    ...fault,
    pointer: `/${TEMPLATE_NAME}`,
  }))
  return noteFaults(faults, { [TEMPLATE_NAME]: name }, request.visitor.language)
}

/** Why a template was not kept, as a form says it. */
export function notKept(
  kept: Extract<EntryWritten, { readonly ok: false }>,
  request: FastifyRequest,
): Readonly<Record<string, string>> {
  const { faults } = registerTexts[request.visitor.language]
  return { '': kept.reason === 'not_found' ? faults.stale : faults[kept.reason] }
}

interface Asked {
  Querystring: { desde?: unknown }
}

/** The page that makes a template of a note. */
export function templateFromNotePages(app: PanelServer, context: PanelContext): void {
  const address = registerAddress('templates')

  app.get<Asked>(`${address}/nueva`, access.member, async (request, reply) => {
    const { desde } = request.query
    if (typeof desde !== 'string' || desde === '') return reply.seeOther('/ecmrs/nueva#template')
    return show(context, request, reply, { from: desde, form: emptyForm() })
  })

  app.post(`${address}/nueva`, access.member, async (request, reply) => {
    const values = valuesOf(request)
    const from = typedAs(values, 'desde')
    const name = typedAs(values, TEMPLATE_NAME)
    const form = { values, faults: nameFaults(name, request) }
    if (isFaulty(form)) return show(context, request, reply.code(400), { from, form })
    const fields = await fieldsOfNote(context, request, from)
    const kept = await keepTemplate(context, request, { name, fields: { ...fields } })
    if (kept.ok) return reply.seeOther(address, 'template_saved')
    const refused = { values, faults: notKept(kept, request) }
    return show(context, request, reply.code(409), { from, form: refused })
  })
}

async function fieldsOfNote(
  context: PanelContext,
  request: FastifyRequest,
  named: string,
): Promise<FieldChanges> {
  const { note } = await ownNote(context, signedIn(request).company.id, named)
  return worthCopying(note.fields)
}

async function show(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { from, form }: { readonly from: string; readonly form: FormState },
): Promise<FastifyReply> {
  const { language } = request.visitor
  const { note } = await ownNote(context, signedIn(request).company.id, from)
  const label = labelOf('templates', 'name', language)
  return registerPage(reply, 'templates', 'from-note', {
    title: registerTexts[language].add.templates,
    form,
    note,
    field: { name: TEMPLATE_NAME, label, required: true, maxlength: 100 },
    labels: { [TEMPLATE_NAME]: label },
  })
}
