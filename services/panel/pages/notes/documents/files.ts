import { draftDocument } from '@ecmr/application'
import { qrPng, qrSvg } from '@ecmr/documents'
import { documentKinds, documentLanguages } from '@ecmr/domain'
import { disconnectSignal } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { seenNote } from '../shared/own-note.js'
import { addressOf, namedDocument, type OfDocument } from './named-document.js'

/** A draft takes no longer. */
const LONGEST_MS = 30_000

/** Documents, drafts and QR codes as files. */
export const documentFilePages: Pages = (app, context) => {
  app.get<OfDocument>('/ecmrs/:id/documentos/:n/pdf', access.person, async (request, reply) => {
    const { note, document } = await namedDocument(context, request, seenNote)
    const bytes = await context.files.storage.get(document.sha256)
    if (bytes === undefined) throw new PageProblem(document.erased ? 'not_found' : 'documents_unavailable')
    return sendPdf(reply, bytes, `${note.ecmr_number}.pdf`)
  })

  app.get<OfDocument>('/ecmrs/:id/documentos/:n/qr.svg', access.person, async (request, reply) =>
    sendCode(reply, await codeOf(context, request), { type: 'image/svg+xml', draw: qrSvg, ending: 'svg' }),
  )
  app.get<OfDocument>('/ecmrs/:id/documentos/:n/qr.png', access.person, async (request, reply) =>
    sendCode(reply, await codeOf(context, request), { type: 'image/png', draw: qrPng, ending: 'png' }),
  )

  app.get<{ Params: { id: string }; Querystring: { kind?: unknown; language?: unknown } }>(
    '/ecmrs/:id/documentos/borrador',
    access.person,
    async (request, reply) => {
      const { company } = signedIn(request)
      const loaded = await seenNote(context, company.id, request.params.id)
      const kind = documentKinds.find((known) => known === request.query.kind)
      const language = documentLanguages.find((known) => known === request.query.language)
      const signal = AbortSignal.any([disconnectSignal(reply), AbortSignal.timeout(LONGEST_MS)])
      const bytes = await draftDocument(context, loaded, { kind, language, signal })
      return sendPdf(reply, bytes, `${loaded.note.ecmr_number}-draft.pdf`)
    },
  )
}

/** Shown by browsers that can show it, and saved under a name. */
function sendPdf(reply: FastifyReply, bytes: Uint8Array, fileName: string): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${fileName}"`)
    .send(Buffer.from(bytes))
}

/** What the QR code of a document says, and the name for its file. */
async function codeOf(
  context: PanelContext,
  request: FastifyRequest<OfDocument>,
): Promise<{ readonly url: string; readonly name: string }> {
  const named = await namedDocument(context, request, seenNote)
  const url = await addressOf(context, named)
  if (url === undefined) throw new PageProblem('not_found')
  return { url, name: named.note.ecmr_number }
}

async function sendCode(
  reply: FastifyReply,
  { url, name }: { readonly url: string; readonly name: string },
  as: {
    readonly type: string
    readonly draw: (text: string) => Promise<string | Uint8Array>
    readonly ending: string
  },
): Promise<FastifyReply> {
  return reply
    .type(as.type)
    .header('content-disposition', `attachment; filename="${name}-qr.${as.ending}"`)
    .send(await as.draw(url))
}
