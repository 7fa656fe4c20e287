import { type Sending, sendDocument } from '@ecmr/application'
import { checkBody, type Language, sendDocumentBody } from '@ecmr/contract'
import { type IssuedDocument, isTestCompany, type Note } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, formKeyOf } from '../../../commands/caller.js'
import type { PanelContext } from '../../../context.js'
import { emptyForm, type FormState, isFaulty, meets, typedAs, valuesOf } from '../../../forms/form.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import type { Control } from '../fields/controls.js'
import { noteSummary } from '../shared/brief.js'
import { formTexts } from '../shared/form-texts.js'
import { languageOptions } from './issue-controls.js'
import { namedDocument, type OfDocument } from './named-document.js'
import { documentTexts } from './texts.js'

/** The form for sending an issued version by mail. */
export const sendDocumentPages: Pages = (app, context) => {
  const path = '/ecmrs/:id/documentos/:n/enviar'

  app.get<OfDocument>(path, access.member, async (request, reply) =>
    showForm(context, request, reply, await namedDocument(context, request), emptyForm()),
  )

  app.post<OfDocument>(path, access.member, async (request, reply) => {
    const named = await namedDocument(context, request)
    const { note, document, n } = named
    const { language } = request.visitor
    const values = valuesOf(request)
    const body = bodyOf(values)
    const again = (status: number, faults: FormState['faults'], to = typedAs(values, 'to')) =>
      showForm(context, request, reply.code(status), named, { values: { ...values, to }, faults })
    const faults = faultsOf(body, language)
    if (isFaulty({ faults }) || !meets(sendDocumentBody, body)) return again(400, faults)
    const action = `/ecmrs/${note.id}/documentos/${n}/enviar`
    const key = formKeyOf(request, { action, note: note.id, once: typedAs(values, 'once'), says: body })
    const by = signedIn(request).company.name
    const sending = await sendDocument(context, callerOf(request), { note, document, ...body, by, key })
    if (sending.outcome === 'sent') return reply.seeOther(`/ecmrs/${note.id}/documentos`, 'document_sent')
    const [status, said] = refusalIn(sending, language)
    // What was sent is not sent again: only the others stay in the form.
    const left = sending.outcome === 'not_sent' && sending.failed.map(({ index }) => body.to[index])
    return again(status, { '': said }, left ? left.join('\n') : undefined)
  })
}

function bodyOf(values: FormState['values']) {
  const language = typedAs(values, 'language')
  const to = typedAs(values, 'to')
    .split(/[\s,;]+/)
    .filter((address) => address !== '')
  return { to, ...(language !== '' && { language }) }
}

function faultsOf(body: ReturnType<typeof bodyOf>, language: Language): FormState['faults'] {
  const said = documentTexts[language].send
  const [fault] = checkBody(sendDocumentBody, body)
  if (fault === undefined) return {}
  const [, name = '', place] = fault.pointer.split('/')
  if (name !== 'to') throw new PageProblem('malformed')
  return { to: place === undefined ? said.count : said.address(body.to[Number(place)] ?? '') }
}

/** Why not all mails were sent, with a status. */
function refusalIn(
  sending: Exclude<Sending, { readonly outcome: 'sent' }>,
  language: Language,
): readonly [status: number, said: string] {
  const said = documentTexts[language].send
  switch (sending.outcome) {
    case 'not_sent':
      return [503, said.failed(sending.sent)]
    case 'too_many_mails':
      return [429, said.tooMany(sending.left)]
    case 'test_note':
      return [409, said.test]
    case 'mail_not_configured':
      return [409, said.noMail]
    case 'busy':
      return [503, said.busy]
    case 'key_reused':
    case 'key_in_flight':
      return [409, said.inFlight]
    case 'file_missing':
      throw new PageProblem('documents_unavailable')
    default:
      return sending satisfies never
  }
}

function showForm(
  { mailer }: Pick<PanelContext, 'mailer'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { note, document, n }: { readonly note: Note; readonly document: IssuedDocument; readonly n: number },
  form: FormState,
): FastifyReply {
  const { language } = request.visitor
  const t = documentTexts[language]
  const controls: readonly Control[] = [
    { name: 'to', label: t.send.to, hint: t.send.toHint, required: true, rows: 4, autocomplete: 'off' },
    {
      name: 'language',
      label: t.send.language,
      options: languageOptions(document.language, language),
    },
  ]
  return reply.page('pages/notes/shared/command-form', {
    title: t.send.title,
    section: 'notes',
    t: { ...formTexts[language], back: t.backToDocuments },
    form,
    controls,
    labels: Object.fromEntries(controls.map(({ name, label }) => [name, label])),
    intro: t.send.intro,
    save: t.send.save,
    refused: isTestCompany(note.company_id) ? t.send.test : mailer ? undefined : t.send.noMail,
    summary: noteSummary(note, language),
    action: `/ecmrs/${note.id}/documentos/${n}/enviar`,
    back: `/ecmrs/${note.id}/documentos`,
    styles: ['note-forms.css'],
  })
}
