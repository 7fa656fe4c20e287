import { documentEntry } from '@ecmr/application'
import { qrSvg } from '@ecmr/documents'
import { liveDocuments } from '@ecmr/domain'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { formatsFor } from '../../../texts/formats.js'
import { documentView } from './document-view.js'
import { seenNote } from '../shared/own-note.js'
import { addressOf, namedDocument, type OfDocument } from './named-document.js'
import { documentTexts } from './texts.js'

/**
 * A document's QR code as large as the screen, which is what a driver shows, with the version that its address serves. It needs no
 * script; with one, the screen stays on.
 */
export const documentScreenPage: Pages = (app, context) => {
  app.get<OfDocument>('/ecmrs/:id/documentos/:n/qr', access.person, async (request, reply) => {
    const { note, document } = await namedDocument(context, request, seenNote)
    const { language } = request.visitor
    const isSame = ({ document_id }: { readonly document_id: string }): boolean =>
      document_id === document.document_id
    const n = note.documents.findLastIndex(isSame) + 1
    const entry = await documentEntry(context, note, n)
    const url = await addressOf(context, { note, n })
    if (entry === undefined || url === undefined) throw new PageProblem('not_found')
    const f = formatsFor(language, signedIn(request).company.time_zone)
    const { vehicle_plate, trailer_plate } = note.fields
    const t = documentTexts[language]
    return reply.page('pages/notes/documents/screen', {
      title: t.screen.title(note.ecmr_number),
      t,
      note,
      document: documentView(entry, note, { language, f }),
      isReplaced: !liveDocuments(note).some(isSame),
      code: await qrSvg(url),
      plates: [vehicle_plate, trailer_plate].filter((plate) => plate !== undefined),
    })
  })
}
