import { counterpartyAddress, counterpartyUrls } from '@ecmr/application'
import { type Note, retainUntil } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../../commands/caller.js'
import { access, type Pages } from '../../../panel-server.js'
import { noteSummary } from '../shared/brief.js'
import { formTexts } from '../shared/form-texts.js'
import { namedDocument, type OfDocument } from './named-document.js'
import { documentTexts } from './texts.js'

/** Further addresses of a document, for the other party of the carriage. */
export const counterpartyPages: Pages = (app, context) => {
  const path = '/ecmrs/:id/documentos/:n/otra-parte'

  app.get<OfDocument>(path, access.member, async (request, reply) => {
    const { note, document, n } = await namedDocument(context, request)
    return showLinks(request, reply, { note, n, urls: await counterpartyUrls(context, note, document) })
  })

  app.post<OfDocument>(path, access.member, async (request, reply) => {
    const { note, document, n } = await namedDocument(context, request)
    const made = await counterpartyAddress(context, callerOf(request), { note, document })
    if (made.ok) return reply.seeOther(`/ecmrs/${note.id}/documentos/${n}/otra-parte`, 'document_link_made')
    const urls = await counterpartyUrls(context, note, document)
    return showLinks(request, reply.code(409), { note, n, urls, hasTooMany: true })
  })
}

function showLinks(
  request: FastifyRequest,
  reply: FastifyReply,
  shown: {
    readonly note: Note
    readonly n: number
    readonly urls: readonly (string | null)[]
    readonly hasTooMany?: true
  },
): FastifyReply {
  const { language } = request.visitor
  const { note, n, urls, hasTooMany } = shown
  const t = documentTexts[language]
  return reply.page('pages/notes/documents/counterparty', {
    title: t.counterparty.title,
    section: 'notes',
    t: { ...formTexts[language], ...t },
    summary: noteSummary(note, language),
    urls,
    hasTooMany,
    keepUntil: retainUntil(note),
    action: `/ecmrs/${note.id}/documentos/${n}/otra-parte`,
    back: `/ecmrs/${note.id}/documentos`,
    styles: ['note-forms.css'],
  })
}
