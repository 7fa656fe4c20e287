import { changeNote } from '@ecmr/application'
import { checkBody, type Language } from '@ecmr/contract'
import {
  type EcmrCommand,
  type Fault,
  mayCommand,
  type Access as NoteAccess,
  type Note,
  type UserRole,
} from '@ecmr/domain'
import type { Static, TSchema } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, formKeyOf } from '../../../commands/caller.js'
import type { PanelContext } from '../../../context.js'
import {
  emptyForm,
  type FormState,
  type FormValues,
  isFaulty,
  meets,
  typedAs,
  valuesOf,
} from '../../../forms/form.js'
import { type Access, type PanelServer, signedIn } from '../../../panel-server.js'
import type { FlashCode } from '../../../plugins/flash.js'
import { PageProblem } from '../../../problems/page-problem.js'
import type { Control } from '../fields/controls.js'
import { noteFaults } from '../fields/note-faults.js'
import { noteSummary } from './brief.js'
import { type FormTexts, formTexts } from './form-texts.js'
import { seenNote } from './own-note.js'
import { refusalFaults, refusalOf, remedyOf } from './refusals.js'

/** What a form knows of its page. */
export interface FormPlace {
  readonly note: Note
  /** of the company that is logged in */
  readonly access: NoteAccess
  readonly language: Language
  readonly t: FormTexts
  /** IANA name; the company's */
  readonly timeZone: string
  /** of the person who is logged in */
  readonly userRole: UserRole
  /** the rest of the address */
  readonly params: Readonly<Record<string, string>>
}

/** A form that does one thing to a note. */
export interface CommandForm<S extends TSchema> {
  /** below `/ecmrs/:id/` */
  readonly path: string
  readonly schema: S
  /** members unless given */
  readonly access?: Access
  readonly flash: FlashCode
  readonly texts: (t: FormTexts) => { readonly title: string; readonly save: string; readonly intro?: string }
  /** said above the form instead of what the texts say */
  readonly intro?: (place: FormPlace) => string | undefined
  readonly controls: (place: FormPlace, form: FormState) => readonly Control[]
  /** what the form says, as the schema wants it; what is blank is left out. By its own faults it may say why it cannot */
  readonly read?: (values: FormValues, place: FormPlace) => ReadForm
  readonly commands: (body: Static<S>, commandId: string, place: FormPlace) => readonly EcmrCommand[]
  /** what is tried on the note to find out whether the form is any use */
  readonly trial: (place: FormPlace) => EcmrCommand | undefined
  /** of which one at least must be allowed by what the company may do with the note; the trial unless given */
  readonly asks?: (place: FormPlace) => readonly EcmrCommand[]
  /** why the form is no use now, besides what the trial finds out */
  readonly useless?: (place: FormPlace) => string | undefined
  /** the control that a link to the form may fill in beforehand, by a query of its name */
  readonly preset?: string
  /** asked before it is sent, for what cannot be undone */
  readonly sure?: (t: FormTexts) => string
}

export interface ReadForm {
  readonly body: Readonly<Record<string, unknown>>
  readonly faults?: Readonly<Record<string, string>>
}

interface Address {
  readonly Params: Readonly<Record<string, string>>
  readonly Querystring: Readonly<Record<string, unknown>>
}

/** Gives a form its address: shown, and sent. */
export function commandForm<S extends TSchema>(
  app: PanelServer,
  context: PanelContext,
  form: CommandForm<S>,
): void {
  const url = `/ecmrs/:id/${form.path}`
  const config = { access: form.access ?? 'member' } as const

  app.get<Address>(url, { config }, async (request, reply) =>
    show(form, request, reply, await placeFor(context, request, form), presetForm(form, request.query)),
  )

  app.post<Address>(url, { config }, async (request, reply) => {
    const place = await placeFor(context, request, form)
    const values = valuesOf(request)
    const again = (status: number, faults: FormState['faults']) =>
      show(form, request, reply.code(status), place, { values, faults })
    const { body, faults: unread = {} } = form.read?.(values, place) ?? { body: given(form.schema, values) }
    const faults = {
      ...noteFaults(
        checkBody(form.schema, body).map(chosenNot(form.controls(place, emptyForm()))),
        values,
        place.language,
      ),
      ...unread,
    }
    if (isFaulty({ faults }) || !meets(form.schema, body)) return again(400, faults)
    const action = url.replace(/:(\w+)/g, (_, name: string) => place.params[name] ?? '')
    const noteId = place.note.id
    const sent = { action, note: noteId, once: typedAs(values, 'once'), says: body }
    const outcome = await changeNote(context, callerOf(request), {
      noteId,
      key: formKeyOf(request, sent),
      commands: (commandId) => form.commands(body, commandId, place),
    })
    switch (outcome.outcome) {
      case 'accepted':
        return reply.seeOther(`/ecmrs/${place.note.id}`, form.flash)
      case 'refused':
        if (outcome.refusal.code === 'not_found') throw new PageProblem('not_found')
        return again(409, refusalFaults(outcome.refusal, values, place.language))
      default:
        return again(409, { '': place.t.conflict })
    }
  })
}

function presetForm<S extends TSchema>({ preset }: CommandForm<S>, query: Address['Querystring']): FormState {
  const value = preset === undefined ? undefined : query[preset]
  return emptyForm(preset !== undefined && typeof value === 'string' ? { [preset]: value } : {})
}

/** What stands in a form under the names of a schema, without what is blank. */
export function given(schema: TSchema, values: FormValues): Readonly<Record<string, string>> {
  const names = Object.keys(schema.properties)
  const typed = names.map((name) => [name, typedAs(values, name)] as const)
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}

/** What is to be chosen is not filled in. */
function chosenNot(controls: readonly Control[]): (fault: Fault) => Fault {
  const choices = new Set(controls.filter(({ options }) => options).map(({ name }) => `/${name}`))
  return (fault) =>
    fault.code === 'required' && choices.has(fault.pointer) ? { ...fault, code: 'not_allowed' } : fault
}

/** @throws PageProblem `not_permitted` when the note is shared with the company for other things than this */
async function placeFor<S extends TSchema>(
  context: PanelContext,
  request: FastifyRequest<Address>,
  { asks, trial }: CommandForm<S>,
): Promise<FormPlace> {
  const place = await placeOf(context, request)
  const commands = asks?.(place) ?? [trial(place)].filter((command) => command !== undefined)
  const isAllowed = commands.some((command) => mayCommand(place.access, command))
  if (place.access.kind !== 'own' && !isAllowed) throw new PageProblem('not_permitted')
  return place
}

async function placeOf(context: PanelContext, request: FastifyRequest<Address>): Promise<FormPlace> {
  const { company, user } = signedIn(request)
  const { language } = request.visitor
  const { params } = request
  const { note, access } = await seenNote(context, company.id, params.id ?? '')
  return {
    note,
    access,
    language,
    t: formTexts[language],
    timeZone: company.time_zone,
    userRole: user.role,
    params,
  }
}

function show<S extends TSchema>(
  definition: CommandForm<S>,
  request: FastifyRequest,
  reply: FastifyReply,
  place: FormPlace,
  form: FormState,
): FastifyReply {
  const { note, language, t } = place
  const controls = definition.controls(place, form)
  const command = definition.trial(place)
  const refusal = command && refusalOf(note, command)
  if (refusal?.code === 'incident_not_found') throw new PageProblem('not_found')
  const why = refusal && refusalFaults(refusal, {}, language)['']
  const intro = definition.intro?.(place)
  return reply.page('pages/notes/shared/command-form', {
    ...definition.texts(t),
    ...(intro !== undefined && { intro }),
    section: 'notes',
    t,
    form,
    controls,
    labels: Object.fromEntries(controls.map(({ name, label }) => [name, label])),
    refused: isFaulty(form) ? undefined : (definition.useless?.(place) ?? why),
    remedy: refusal && remedyOf(note, refusal, language),
    summary: noteSummary(note, language),
    back: `/ecmrs/${note.id}`,
    action: request.url.replace(/\?.*/, ''),
    sure: definition.sure?.(t),
    styles: ['note-forms.css'],
  })
}
