import { type Issuing, issueDocument } from '@ecmr/application'
import { checkBody, type IssueDocumentBody, issueDocumentBody, type Language } from '@ecmr/contract'
import { DocumentTooLarge, LARGEST_DOCUMENT } from '@ecmr/documents'
import { currentDocument, type Note } from '@ecmr/domain'
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
import { sentencesFor } from '../../../forms/sentences.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { bytesText } from '../../../texts/formats.js'
import { noteSummary } from '../shared/brief.js'
import { given } from '../shared/command-form.js'
import { complianceForPeople } from '../shared/compliance.js'
import { formTexts } from '../shared/form-texts.js'
import { ownNote } from '../shared/own-note.js'
import { refusalFaults, remedyOf } from '../shared/refusals.js'
import { issueControls, whyNotIssued } from './issue-controls.js'
import { documentTexts } from './texts.js'

interface OfNote {
  readonly Params: { readonly id: string }
}

/** The form for issuing a document, for the first time or again. */
export const issuePages: Pages = (app, context) => {
  app.get<OfNote>('/ecmrs/:id/documentos/emitir', access.member, async (request, reply) => {
    const { note } = await ownNote(context, signedIn(request).company.id, request.params.id)
    return showForm(request, reply, note, emptyForm())
  })

  app.post<OfNote>('/ecmrs/:id/documentos/emitir', access.member, async (request, reply) => {
    const { note } = await ownNote(context, signedIn(request).company.id, request.params.id)
    const { language } = request.visitor
    const values = valuesOf(request)
    const again = (status: number, faults: FormState['faults']) =>
      showForm(request, reply.code(status), note, { values, faults })
    const { body, faults } = readForm(values, language)
    if (isFaulty({ faults }) || !meets(issueDocumentBody, body)) return again(400, faults)
    const issuing = await issueAsSaid(context, request, note, body)
    if (issuing instanceof DocumentTooLarge) return again(409, { '': tooLarge(issuing, language) })
    switch (issuing.outcome) {
      case 'issued':
        return reply.seeOther(`/ecmrs/${note.id}`, 'document_issued')
      case 'unchanged':
        return reply.seeOther(`/ecmrs/${note.id}`, 'document_unchanged')
      case 'refused':
        if (issuing.refusal.code === 'not_found') throw new PageProblem('not_found')
        return again(409, refusalFaults(issuing.refusal, values, language))
      default:
        return again(409, { '': formTexts[language].conflict })
    }
  })
}

/** What a form says, as the REST interface takes it, and what is wrong with it. */
function readForm(
  values: FormValues,
  language: Language,
): { readonly body: Readonly<Record<string, unknown>>; readonly faults: FormState['faults'] } {
  const { new_url, ...typed } = given(issueDocumentBody, values)
  const body = { ...typed, ...(new_url === 'true' && { new_url: true }) }
  const isUnexplained = new_url === 'true' && typed.reason === undefined
  const unexplained = isUnexplained && { reason: documentTexts[language].form.reasonMissing }
  return { body, faults: { ...sentencesFor(checkBody(issueDocumentBody, body), language), ...unexplained } }
}

async function issueAsSaid(
  context: PanelContext,
  request: FastifyRequest<OfNote>,
  note: Note,
  body: IssueDocumentBody,
): Promise<Issuing | DocumentTooLarge> {
  const action = `/ecmrs/${note.id}/documentos/emitir`
  const once = typedAs(valuesOf(request), 'once')
  const key = formKeyOf(request, { action, note: note.id, once, says: body })
  const { new_url: newUrl, ...wanted } = body
  try {
    return await issueDocument(context, callerOf(request), { noteId: note.id, ...wanted, newUrl, key })
  } catch (error) {
    if (error instanceof DocumentTooLarge) return error
    throw error
  }
}

const MOST_NAMED = 3

function tooLarge({ bytes, parts }: DocumentTooLarge, language: Language): string {
  const size = (count: number): string => bytesText(count, language)
  const named = parts.slice(0, MOST_NAMED).map((part) => `${part.name} (${size(part.bytes)})`)
  return documentTexts[language].form.tooLarge(size(bytes), size(LARGEST_DOCUMENT), named.join(', '))
}

function showForm(request: FastifyRequest, reply: FastifyReply, note: Note, form: FormState): FastifyReply {
  const { language } = request.visitor
  const t = documentTexts[language]
  const refusal = whyNotIssued(note)
  const { controls, advanced } = issueControls(note, language)
  const isFirst = currentDocument(note) === undefined
  return reply.page('pages/notes/documents/issue', {
    title: isFirst ? t.form.title : t.form.again,
    section: 'notes',
    t: { ...formTexts[language], ...t },
    form,
    controls,
    advanced,
    labels: Object.fromEntries([...controls, ...advanced].map(({ name, label }) => [name, label])),
    refused: isFaulty(form) ? undefined : refusal && refusalFaults(refusal, {}, language)[''],
    remedy: refusal && remedyOf(note, refusal, language),
    missing: missingIn(note, language),
    summary: noteSummary(note, language),
    back: `/ecmrs/${note.id}`,
    save: isFirst ? t.issue : t.issueAgain,
    styles: ['note-forms.css'],
  })
}

/** How many particulars the law asks for that the document will not have. */
function missingIn(note: Note, language: Language): number {
  const { regimes } = complianceForPeople(note, language, () => undefined)
  const missing = regimes.filter(({ applies }) => applies === 'yes').flatMap((regime) => regime.missing)
  return missing.filter(({ field }) => field !== 'document').length
}
