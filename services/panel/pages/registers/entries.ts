import { recordAudit } from '@ecmr/accounts'
import { addEntry, changeEntry, type Entry, type EntryRefusal, removeEntry, titleOf } from '@ecmr/application'
import type { Language, Register } from '@ecmr/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../context.js'
import { emptyForm, type FormState, isFaulty, typedAs, valuesOf } from '../../forms/form.js'
import { access, type PanelServer } from '../../panel-server.js'
import { PageProblem } from '../../problems/page-problem.js'
import { countryNames } from '../../forms/named-codes.js'
import { entryControls, entryValues, labelOf, readEntry } from './entry-form.js'
import { expiryWords } from './expiry-words.js'
import { entryOf, registerCommand, registerPage, todayOf } from './register-page.js'
import { registerTexts } from './texts.js'
import { registerAddress } from './words.js'

interface Named {
  Params: { id: string }
}

/** The pages that add, change and remove an entry. */
export function entryPages(app: PanelServer, context: PanelContext, register: Register): void {
  const by = { pool: context.pool, recordAudit }
  const address = registerAddress(register)

  // Templates are made of what stands in the form of a note, or of a note.
  if (register !== 'templates') {
    app.get(`${address}/nueva`, access.member, async (_request, reply) =>
      showForm(reply, register, emptyForm()),
    )

    app.post(`${address}/nueva`, access.member, async (request, reply) => {
      const { language } = request.visitor
      const { data, form } = readEntry(register, valuesOf(request), language)
      if (isFaulty(form)) return showForm(reply.code(400), register, form)
      const command = registerCommand(request, register, { action: 'add', says: data })
      const added = await addEntry(by, { ...command, data })
      if (!added.ok) return showForm(reply.code(409), register, refusedForm(form, added, language))
      return reply.seeOther(address, 'entry_saved')
    })
  }

  app.get<Named>(`${address}/:id`, access.member, async (request, reply) => {
    const entry = await entryOf(context, request, { register, id: request.params.id })
    const values = entryValues(register, entry.data, request.visitor.language)
    return showForm(reply, register, emptyForm({ ...values, version: String(entry.version) }), {
      entry,
      today: todayOf(context, request),
    })
  })

  app.post<Named>(`${address}/:id`, access.member, async (request, reply) => {
    const { language } = request.visitor
    const entry = await entryOf(context, request, { register, id: request.params.id })
    const { data: changes, form } = readEntry(register, valuesOf(request), language, entry.data)
    if (isFaulty(form)) return showForm(reply.code(400), register, form, { entry })
    const { id } = entry
    const version = Number(typedAs(form.values, 'version'))
    const command = registerCommand(request, register, { action: `change ${id}`, says: [changes, version] })
    const changed = await changeEntry(by, { ...command, id, changes, ifMatch: [version] })
    if (changed.ok) return reply.seeOther(address, 'entry_saved')
    return showForm(reply.code(409), register, refusedForm(form, changed, language), { entry })
  })

  app.get<Named>(`${address}/:id/eliminar`, access.member, async (request, reply) => {
    const entry = await entryOf(context, request, { register, id: request.params.id })
    const t = registerTexts[request.visitor.language]
    return registerPage(reply, register, 'remove', {
      title: t.removeTitle,
      id: entry.id,
      name: titleOf(entry),
    })
  })

  app.post<Named>(`${address}/:id/eliminar`, access.member, async (request, reply) => {
    const { id } = request.params
    const command = registerCommand(request, register, { action: `remove ${id}`, says: null })
    const removed = await removeEntry(by, { ...command, id })
    if (!removed.ok) throw new PageProblem('not_found')
    return reply.seeOther(address, 'entry_removed')
  })
}

/** The form with what stands in the way; after a change by others it is for their version that it is sent again. */
function refusedForm(form: FormState, refused: EntryRefusal, language: Language): FormState {
  const { faults } = registerTexts[language]
  switch (refused.reason) {
    case 'not_found':
      throw new PageProblem('not_found')
    case 'stale':
      return {
        values: { ...form.values, version: String(refused.version) },
        faults: { '': faults.stale },
      }
    case 'reference_taken':
      return { ...form, faults: { reference: faults.reference_taken } }
    default:
      return { ...form, faults: { '': faults[refused.reason] } }
  }
}

function showForm(
  reply: FastifyReply,
  register: Register,
  form: FormState,
  { entry, today }: { readonly entry?: Entry; readonly today?: string } = {},
): FastifyReply {
  const { language }: FastifyRequest['visitor'] = reply.request.visitor
  const t = registerTexts[language]
  const controls = entryControls(register, language)
  return registerPage(reply, register, 'form', {
    title: entry ? titleOf(entry) : t.add[register],
    form,
    controls,
    labels: Object.fromEntries(controls.map(({ name }) => [name, labelOf(register, name, language)])),
    entry,
    expiries: entry && today !== undefined ? expiryWords(entry, today, language) : [],
    countries: countryNames(language),
  })
}
