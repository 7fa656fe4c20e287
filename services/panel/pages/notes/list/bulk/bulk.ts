import type { Undone } from '@ecmr/application'
import { checkBody, type Language } from '@ecmr/contract'
import { DocumentTooLarge } from '@ecmr/documents'
import type { Note, Refusal } from '@ecmr/domain'
import { concurrentBodies } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, formKeyOf, isOnce } from '../../../../commands/caller.js'
import type { PanelContext } from '../../../../context.js'
import {
  emptyForm,
  type FormState,
  type FormValues,
  isFaulty,
  typedAs,
  valuesOf,
} from '../../../../forms/form.js'
import { access, type Pages, type PanelServer, signedIn } from '../../../../panel-server.js'
import { PageProblem, problemFromError } from '../../../../problems/page-problem.js'
import { problems } from '../../../../texts/problems.js'
import { noteFaults } from '../../fields/note-faults.js'
import { given } from '../../shared/command-form.js'
import { formTexts } from '../../shared/form-texts.js'
import { refusalFaults } from '../../shared/refusals.js'
import { sendCsv } from '../csv.js'
import { type BulkAction, bulkActions, type Performed } from './actions.js'
import {
  MOST_SELECTED,
  type Named,
  named,
  ofEach,
  type Place,
  type Selected,
  selectionIn,
  unread,
} from './selection.js'
import { bulkTexts } from './texts.js'

/** Forms under way at once in this process; of one company so few that others always find room. */
const MOST_AT_ONCE = { total: 16, perClient: 2 } as const

/** What can be done with the notes that were selected in the list: named first, then done, each by itself; or taken away as a file. */
export const bulkPages: Pages = (app, context) => {
  const batches = concurrentBodies(MOST_AT_ONCE)
  exportSelection(app, context)
  for (const action of bulkActions) {
    const url = `/ecmrs/seleccion/${action.name}`
    const admit = (request: FastifyRequest, reply: FastifyReply): void => {
      if (batches.enter(reply.raw, signedIn(request).company.id)) return
      throw new PageProblem('rate_limited', { 'retry-after': '1' })
    }

    app.get(url, access.member, async (request, reply) => {
      admit(request, reply)
      return ask({ action, context, request, reply, asked: request.query }, emptyForm())
    })

    app.post(url, access.member, async (request, reply) => {
      admit(request, reply)
      const { language } = request.visitor
      const place = { action, context, request, reply, asked: request.body }
      const values = valuesOf(request)
      const says = given(action.schema, values)
      const faults = faultsOf(action, says, language)
      if (isFaulty({ faults })) return ask(place, { values, faults })
      const once = typedAs(values, 'once')
      if (!isOnce(once)) throw new PageProblem('malformed')
      const names = new Map<string, Named>()
      const work = async (note: Note): Promise<Named & Result> => {
        names.set(note.id, named(note, language))
        const key = formKeyOf(request, { action: url, note: note.id, once, says })
        const done = await action.perform(context, callerOf(request), { note, says, key })
        return { ...named(note, language), ...resultOf(action, done, request) }
      }
      const selected = await ofEach(place, work, (id, one) => ({
        ...(names.get(id) ?? unread(id)),
        ...resultOf(action, one, request),
      }))
      return tell(place, selected)
    })
  }
}

/** The selected notes as a file, with the columns of the list's. */
function exportSelection(app: PanelServer, context: PanelContext): void {
  app.get('/ecmrs/seleccion/csv', access.member, async (request, reply) => {
    const { ids, back } = selectionIn(request.query)
    if (ids.length === 0) return reply.seeOther(back, 'none_selected')
    return sendCsv(context, request, reply, { ids, includeCancelled: true, limit: MOST_SELECTED })
  })
}

/** What is wrong with a form, and what it lacks: the fields of a change are all optional. */
function faultsOf(action: BulkAction, says: FormValues, language: Language): FormState['faults'] {
  const required = action.controls(language).filter((control) => control.required)
  const missing = required.filter(({ name }) => !(name in says))
  const lacking = missing.map(({ name }) => ({ pointer: `/${name}`, code: 'required', message: '' }))
  return noteFaults([...lacking, ...checkBody(action.schema, says)], says, language)
}

/** Names what will happen to which notes, and what will not. */
async function ask(place: Place, form: FormState): Promise<FastifyReply> {
  const { action, request, reply } = place
  const { language } = request.visitor
  const t = bulkTexts[language]
  const judge = async (note: Note) => {
    const refusal = action.trial(note)
    const why = refusal && whyNot(refusal, language)
    return { ...named(note, language), id: note.id, remark: remarkOn(action, note, t), why }
  }
  const { lines, unknown, back } = await ofEach(place, judge, (_, one) => {
    throw one.outcome === 'failed' ? one.error : new PageProblem('unavailable', { 'retry-after': '5' })
  })
  if (lines.length === 0) return reply.seeOther(back, 'none_selected')
  if (isFaulty(form)) reply.code(400)
  const controls = action.controls(language)
  const possible = lines.filter(({ why }) => why === undefined)
  return reply.page('pages/notes/list/bulk/ask', {
    title: t.titles[action.name](possible.length),
    section: 'notes',
    styles: ['note-forms.css'],
    t,
    form,
    controls,
    labels: Object.fromEntries(controls.map(({ name, label }) => [name, label])),
    intro: t.intros[action.name],
    possible,
    refused: lines.filter(({ why }) => why !== undefined),
    unknown,
    back,
    action: `/ecmrs/seleccion/${action.name}`,
    isDangerous: action.isDangerous,
  })
}

function whyNot(refusal: Refusal, language: Language): string {
  if (refusal.code === 'field_not_editable') return bulkTexts[language].onTheWay
  const { '': why = '' } = refusalFaults(refusal, {}, language)
  return why
}

function remarkOn({ name }: BulkAction, { signatures }: Note, t: (typeof bulkTexts)[Language]): string {
  return name === 'transportista' && signatures.length > 0 ? t.signed : ''
}

/** What became of a note. */
interface Result {
  readonly isDone: boolean
  readonly said: string
}

function resultOf(action: BulkAction, one: Performed | Undone, request: FastifyRequest): Result {
  const isDone = one.outcome === 'done' || one.outcome === 'unchanged'
  return { isDone, said: sentenceFor(action, one, request) }
}

/** Says what became of each note. */
function tell({ request, reply }: Place, { lines, unknown, back }: Selected<Result>): FastifyReply {
  if (lines.length === 0) return reply.seeOther(back, 'none_selected')
  const t = bulkTexts[request.visitor.language]
  const count = lines.filter(({ isDone }) => isDone).length
  return reply.page('pages/notes/list/bulk/done', {
    title: t.doneOf(count, lines.length),
    section: 'notes',
    t,
    results: lines,
    unknown,
    back,
  })
}

function sentenceFor(action: BulkAction, one: Performed | Undone, request: FastifyRequest): string {
  const { language } = request.visitor
  const t = bulkTexts[language]
  switch (one.outcome) {
    case 'done':
      return t.done[action.name]
    case 'unchanged':
      return t.unchanged
    case 'conflict':
      return formTexts[language].conflict
    case 'refused':
      return whyNot(one.refusal, language)
    case 'not_tried':
      return t.notTried
    case 'failed': {
      if (!(one.error instanceof DocumentTooLarge))
        request.log.warn({ err: one.error }, 'one of several failed')
      return problems[language][problemFromError(one.error).code].title
    }
    default:
      return one satisfies never
  }
}
