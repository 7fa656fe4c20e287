import type { Company } from '@ecmr/accounts'
import { type Entry, templateFields, titleOf } from '@ecmr/application'
import { type EcmrFields, type FieldChanges, type FieldName, fieldNames, type Note } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormState } from '../../../forms/form.js'
import { formPage } from '../fields/form-page.js'
import { keptPaper, type Paper } from '../paper/paper.js'
import { paperTexts } from '../paper/texts.js'
import type { complianceForPeople } from '../shared/compliance.js'
import { formTexts } from '../shared/form-texts.js'

/** What the form for a new note shows besides what stands in it. */
export interface CreateView {
  /** the note that it is a copy of */
  readonly copied?: Note | undefined
  /** the template that it began with */
  readonly template?: Entry | undefined
  readonly extended?: FieldName
  readonly createdBefore?: string
  /** where the company stands on a note that is still blank */
  readonly place?: Place | undefined
  readonly compliance?: ReturnType<typeof complianceForPeople>
  /** the paper note that it was filled from, just now */
  readonly paper?: Paper
}

/** The page with the form for a new note. */
export function createPage(
  request: FastifyRequest,
  reply: FastifyReply,
  form: FormState,
  more: CreateView,
): FastifyReply {
  const { language } = request.visitor
  const { template, extended, paper = keptPaper(form, language) } = more
  const page = formPage({
    request,
    form,
    before: linesBefore(more),
    isEditable: () => true,
    ...(extended && { extended }),
    ...(paper && { reads: paper.reads }),
  })
  return reply.page('pages/notes/create/create', {
    ...page,
    title: paper ? paperTexts[language].review.title : formTexts[language].create.title,
    lines: formTexts[language].create.lines,
    places,
    ...more,
    template: template && { id: template.id, name: titleOf(template) },
    saveAs: formTexts[language].create.saveAs,
    paper,
    p: paperTexts[language],
    scripts: [...page.scripts, ...(paper ? ['paper-beside.js'] : [])],
    styles: [...page.styles, ...(paper ? ['paper.css'] : [])],
  })
}

/** As what a company may stand on a note that it writes: its words in addresses. The first one is taken for granted. */
const places = ['remitente', 'transportista', 'destinatario', 'ninguno'] as const
type Place = (typeof places)[number]

const prefixes: Readonly<Record<Place, 'sender' | 'carrier' | 'receiver' | undefined>> = {
  remitente: 'sender',
  transportista: 'carrier',
  destinatario: 'receiver',
  ninguno: undefined,
}

/** The place that an address asks for. */
export function placeIn(asked: unknown): Place {
  return places.find((place) => place === asked) ?? places[0]
}

/** What a new note begins with: the company at one of its places, as far as it has said who it is. */
export function startingFields(company: Company, place: Place): FieldChanges {
  const prefix = prefixes[place]
  if (prefix === undefined) return {}
  const { name, tax_id, address, city, postal_code, country, phone } = company
  const said = { company_name: name, tax_id, address, city, postal_code, country, phone }
  return Object.fromEntries(
    Object.entries(said).flatMap(([member, value]) =>
      value === null ? [] : [[`${prefix}_${member}`, value]],
    ),
  )
}

// What belongs to one carriage alone.
const ONLY_ONCE = ['pickup_date', 'delivery_date', 'issue_date', 'seal_numbers', 'efti_uil'] as const

/** The fields of an earlier note that another one may begin with. */
export function worthCopying(fields: EcmrFields): FieldChanges {
  const others = Object.entries(fields).filter(([name]) => !ONLY_ONCE.some((once) => once === name))
  return Object.fromEntries(others)
}

/** What a template says on a note. */
export function fieldsOfTemplate({ data }: Entry): FieldChanges {
  const fields = templateFields(data)
  return Object.fromEntries(fieldNames.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])))
}

/** What a note begins with, and what its form may leave unshown: only a copied note, or a template, has lines already. */
export function linesBefore({ copied, template }: Pick<CreateView, 'copied' | 'template'>): FieldChanges {
  if (copied) return worthCopying(copied.fields)
  return template ? fieldsOfTemplate(template) : {}
}
