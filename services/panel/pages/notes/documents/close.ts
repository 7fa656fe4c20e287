import { closableFromAll, closeDocument, closedDocuments } from '@ecmr/application'
import type { Note } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../../commands/caller.js'
import { emptyForm } from '../../../forms/form.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { formatsFor } from '../../../texts/formats.js'
import { noteSummary } from '../shared/brief.js'
import { formTexts } from '../shared/form-texts.js'
import { namedDocument, type OfDocument } from './named-document.js'
import { documentTexts } from './texts.js'

/** Closing a document's address, which is asked for twice: it is for good. */
export const closeDocumentPages: Pages = (app, context) => {
  const path = '/ecmrs/:id/documentos/:n/cerrar'

  app.get<OfDocument>(path, access.member, async (request, reply) => {
    const named = await namedDocument(context, request)
    const { note, document } = named
    const caller = callerOf(request)
    const closed = await closedDocuments(context, note)
    if (closed.has(document.document_id))
      return showPage(request, reply, named, documentTexts[request.visitor.language].close.closed)
    const from = await closableFromAll(context, caller, note, document)
    const isDue = from !== undefined && from <= context.clock().toISOString()
    return showPage(request, reply, named, isDue ? undefined : tooEarly(request, from))
  })

  app.post<OfDocument>(path, access.member, async (request, reply) => {
    const named = await namedDocument(context, request)
    const closing = await closeDocument(context, callerOf(request), named)
    return closing.outcome === 'closed'
      ? reply.seeOther(`/ecmrs/${named.note.id}/documentos`, 'document_closed')
      : showPage(request, reply.code(409), named, tooEarly(request, closing.closableFrom))
  })
}

function tooEarly(request: FastifyRequest, from: string | undefined): string {
  const { language } = request.visitor
  const said = documentTexts[language].close
  const f = formatsFor(language, signedIn(request).company.time_zone)
  return from === undefined ? said.undelivered : said.from(f.instant(from))
}

/** @param refused why it cannot be closed */
function showPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { note, n }: { readonly note: Note; readonly n: number },
  refused: string | undefined,
): FastifyReply {
  const { language } = request.visitor
  const t = documentTexts[language]
  return reply.page('pages/notes/shared/command-form', {
    title: t.close.title,
    section: 'notes',
    t: { ...formTexts[language], back: t.backToDocuments },
    form: emptyForm(),
    controls: [],
    intro: t.close.about,
    save: t.close.save,
    sure: t.close.sure,
    refused,
    summary: noteSummary(note, language),
    action: `/ecmrs/${note.id}/documentos/${n}/cerrar`,
    back: `/ecmrs/${note.id}/documentos`,
    styles: ['note-forms.css'],
  })
}
