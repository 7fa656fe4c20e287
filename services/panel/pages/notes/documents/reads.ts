import { documentReads } from '@ecmr/read-models'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { namedDocument, type OfDocument } from './named-document.js'
import { documentTexts } from './texts.js'

const PER_PAGE = 50

/** Who has downloaded a document at its public addresses. */
export const documentReadsPages: Pages = (app, context) => {
  app.get<OfDocument & { Querystring: { page?: unknown } }>(
    '/ecmrs/:id/documentos/:n/lecturas',
    access.auditor,
    async (request, reply) => {
      const { note, document } = await namedDocument(context, request)
      const t = documentTexts[request.visitor.language]
      const isFresh = await context.reads.waitFor('reads')
      const page = pageAsked(request.query.page)
      const offset = (page - 1) * PER_PAGE
      const { company } = signedIn(request)
      const range = { offset, limit: PER_PAGE }
      const { reads, listed, unlisted } = await documentReads(
        context.pool,
        company.id,
        document.document_id,
        range,
      )
      return reply.page('pages/notes/documents/reads', {
        title: t.reads.title,
        section: 'notes',
        styles: ['notes.css'],
        t,
        note,
        behind: !isFresh,
        name: t.kinds[document.kind],
        reads,
        listed,
        unlisted,
        previous: page > 1 ? page - 1 : undefined,
        next: offset + reads.length < listed && reads.length > 0 ? page + 1 : undefined,
      })
    },
  )
}

/** A page as an address gives it, from 1. */
function pageAsked(asked: unknown): number {
  return typeof asked === 'string' && /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 1
}
