import type { Language } from '@ecmr/contract'
import { compliance, type EcmrFields, type FieldName, type Note, type Role } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormState } from '../../../forms/form.js'
import { formPage } from '../fields/form-page.js'
import { keptPaper, type Paper } from '../paper/paper.js'
import { paperTexts } from '../paper/texts.js'
import { formTexts } from '../shared/form-texts.js'
import { fullFieldLabel } from '../shared/labels.js'
import { linesBefore, type Place, places } from './from.js'

/** What the form for a new note shows besides what stands in it. */
export interface CreateView {
  /** the note that it is a copy of */
  readonly copied?: Note | undefined
  readonly extended?: FieldName
  readonly createdBefore?: string
  /** where the company stands on a note that nobody has begun to write */
  readonly place?: Place | undefined
  readonly regimes?: ReturnType<typeof regimesOf>
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
  const { copied, extended, paper = keptPaper(form, language) } = more
  const page = formPage({
    language,
    form,
    before: linesBefore(copied),
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
    paper,
    p: paperTexts[language],
    scripts: [...page.scripts, ...(paper ? ['paper-beside.js'] : [])],
    styles: [...page.styles, ...(paper ? ['paper.css'] : [])],
  })
}

/** What the law would still miss. */
export function regimesOf(fields: EcmrFields, language: Language) {
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
