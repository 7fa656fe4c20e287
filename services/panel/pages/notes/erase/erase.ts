import { erasePersonalData } from '@ecmr/application'
import { type Note, personalCategories } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, commandIdOf } from '../../../commands/caller.js'
import { emptyForm, type FormState, type FormValues, typedAs, valuesOf } from '../../../forms/form.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { formatsFor } from '../../../texts/formats.js'
import { noteSummary } from '../shared/brief.js'
import { formTexts } from '../shared/form-texts.js'
import { ownNote } from '../shared/own-note.js'
import { refusalTexts } from '../shared/refusals.js'
import { eraseTexts } from './texts.js'

interface Address {
  readonly Params: { readonly id: string }
}

/** The form by which an owner has personal data of a note erased. */
export const erasePages: Pages = (app, context) => {
  const path = '/ecmrs/:id/borrar-datos'

  app.get<Address>(path, access.owner, async (request, reply) => {
    const { note } = await ownNote(context, signedIn(request).company.id, request.params.id)
    return showPage(request, reply, note, emptyForm())
  })

  app.post<Address>(path, access.owner, async (request, reply) => {
    const { note } = await ownNote(context, signedIn(request).company.id, request.params.id)
    const { language } = request.visitor
    const t = eraseTexts[language]
    const values = valuesOf(request)
    const [category, reason] = [typedAs(values, 'category'), typedAs(values, 'reason')]
    const categories = personalCategories.filter((one) => category === 'all' || category === one)
    const again = (status: number, faults: FormState['faults']) =>
      showPage(request, reply.code(status), note, { values, faults })
    if (categories.length === 0) return again(400, { category: t.needed })
    const says = { category, reason }
    const once = { action: request.url, note: note.id, once: typedAs(values, 'once'), says }
    const commandId = commandIdOf(request, once)
    const asked = { noteId: note.id, categories, reason, by: 'owner', commandId } as const
    const erased = await erasePersonalData(context, callerOf(request), asked)
    switch (erased.outcome) {
      case 'erased':
        return reply.seeOther(`/ecmrs/${note.id}`, 'data_erased')
      case 'waits':
        return reply.seeOther(`/ecmrs/${note.id}`, 'erasure_waits')
      case 'nothing':
        return again(409, { '': t.nothing })
      case 'refused': {
        const { code } = erased.refusal
        if (code === 'not_found') throw new PageProblem('not_found')
        if (code === 'invalid_command') return again(400, { reason: t.badReason })
        return again(409, { '': refusalTexts[language][code] })
      }
      default:
        return again(409, { '': formTexts[language].conflict })
    }
  })
}

function showPage(
  request: FastifyRequest,
  reply: FastifyReply,
  note: Note,
  form: FormState & { readonly values: FormValues },
): FastifyReply {
  const { language } = request.visitor
  const t = eraseTexts[language]
  const said = formTexts[language]
  const f = formatsFor(language, signedIn(request).company.time_zone)
  const controls = [
    {
      name: 'category',
      label: t.category,
      required: true,
      options: [
        ['', said.choose],
        ['people', t.people],
        ['parties', t.parties],
        ['all', t.all],
      ],
    },
    { name: 'reason', label: t.reason, hint: t.reasonHint, required: true, rows: 2 },
  ]
  const pending = note.erasure && ` ${t.waits(f.instant(note.erasure.due))}`
  return reply.page('pages/notes/shared/command-form', {
    title: t.title,
    section: 'notes',
    t: said,
    form,
    controls,
    labels: Object.fromEntries(controls.map(({ name, label }) => [name, label])),
    intro: `${t.about} ${t.duty}${pending ?? ''}`,
    save: t.save,
    sure: t.sure,
    summary: noteSummary(note, language),
    action: `/ecmrs/${note.id}/borrar-datos`,
    back: `/ecmrs/${note.id}`,
    styles: ['note-forms.css'],
  })
}
