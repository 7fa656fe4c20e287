import { type Caller, closableFromAll, closedDocuments, documentEntries } from '@ecmr/application'
import { qrSvg } from '@ecmr/documents'
import type { Note } from '@ecmr/domain'
import { callerOf } from '../../../commands/caller.js'
import type { PanelContext } from '../../../context.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { formatsFor } from '../../../texts/formats.js'
import { withinRoom } from '../shared/brief.js'
import { ownNote } from '../shared/own-note.js'
import { type DocumentView, documentView } from './document-view.js'
import { whyNotIssued } from './issue-controls.js'
import { documentTexts } from './texts.js'
import { whyIssued } from './why-issued.js'

const ROOM_FOR_VERSIONS = 30_000
const MOST_EARLIER = 10

/** A note's documents: what is current, with its address; earlier addresses; and every version. */
export const manageDocumentsPage: Pages = (app, context) => {
  app.get<{ Params: { id: string }; Querystring: { desde?: unknown } }>(
    '/ecmrs/:id/documentos',
    access.person,
    async (request, reply) => {
      const { company } = signedIn(request)
      const { language } = request.visitor
      const t = documentTexts[language]
      const f = formatsFor(language, company.time_zone)
      const { note, events, behind } = await ownNote(context, company.id, request.params.id)
      const entries = await documentEntries(context, note)
      const views = entries.map((entry) => documentView(entry, note, { language, f }))
      const addressed = await withAddresses(context, callerOf(request), note, views)
      const versions = views.flatMap((view) => {
        const document = note.documents[view.n - 1]
        return document ? [{ ...view, why: whyIssued(document, note, events, language) }] : []
      })
      return reply.page('pages/notes/documents/manage', {
        title: t.titleOf(note.ecmr_number),
        section: 'notes',
        styles: ['notes.css', 'documents.css'],
        t,
        behind,
        note,
        live: addressed.filter(({ status }) => status !== 'superseded'),
        earlier: addressed.filter(({ status }) => status === 'superseded').slice(0, MOST_EARLIER),
        canIssue: whyNotIssued(note) === undefined,
        versions: withinRoom(versions, ROOM_FOR_VERSIONS, placeIn(request.query.desde)),
      })
    },
  )
}

/** What an address serves, and from when it can be closed. */
interface AddressView extends DocumentView {
  readonly isClosed: boolean
  readonly isClosable: boolean
  /** undefined: the goods are not delivered */
  readonly closableFrom: string | undefined
  /** the QR code; absent where the address is not to be shown */
  readonly code: string | undefined
}

/** The newest version of each document, with its address. */
async function withAddresses(
  context: PanelContext,
  caller: Caller,
  note: Note,
  views: readonly DocumentView[],
): Promise<readonly AddressView[]> {
  const closed = await closedDocuments(context, note)
  const newest = views.filter(
    (view) => view === views.find(({ document_id }) => document_id === view.document_id),
  )
  return Promise.all(
    newest.map(async (view) => {
      const document = note.documents[view.n - 1]
      const closableFrom = document && (await closableFromAll(context, caller, note, document))
      const isClosed = closed.has(view.document_id)
      const isDue = closableFrom !== undefined && closableFrom <= context.clock().toISOString()
      const code = view.url !== null && !isClosed ? await qrSvg(view.url) : undefined
      return { ...view, closableFrom, isClosed, isClosable: isDue && !isClosed, code }
    }),
  )
}

/** The place among the versions that a link leads to, counted from 0. */
function placeIn(asked: unknown): number {
  return typeof asked === 'string' && /^\d{1,4}$/.test(asked) ? Number(asked) : 0
}
