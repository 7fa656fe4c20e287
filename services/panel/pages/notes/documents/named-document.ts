import { closedDocuments, documentEntry } from '@ecmr/application'
import type { IssuedDocument, Note } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import type { FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { signedIn } from '../../../panel-server.js'
import { notInNote, ownNote } from '../shared/own-note.js'

/** An address of one issued version. */
export interface OfDocument {
  readonly Params: { readonly id: string; readonly n: string }
}

interface NamedDocument {
  readonly note: Note
  readonly events: readonly RecordedEvent[]
  readonly document: IssuedDocument
  /** its number among all that were issued for the note */
  readonly n: number
}

/**
 * The issued version that an address names.
 *
 * @param find `seenNote`: also of a note that is shared with the company
 * @throws PageProblem as `find`, and when the note has no such version
 */
export async function namedDocument(
  context: Pick<PanelContext, 'store' | 'pool' | 'reads'>,
  request: FastifyRequest<OfDocument>,
  find: typeof ownNote = ownNote,
): Promise<NamedDocument> {
  const { id, n: given } = request.params
  const found = await find(context, signedIn(request).company.id, id)
  const { note, events } = found
  const n = /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 0
  const document = note.documents[n - 1]
  if (!document) throw notInNote(found)
  return { note, events, document, n }
}

/**
 * The address in a document's QR code, which serves its newest version.
 *
 * @returns undefined when it is closed, or cannot be shown
 */
export async function addressOf(
  context: PanelContext,
  { note, n }: Pick<NamedDocument, 'note' | 'n'>,
): Promise<string | undefined> {
  const entry = await documentEntry(context, note, n)
  const closed = await closedDocuments(context, note)
  return entry?.url && !closed.has(entry.document_id) ? entry.url : undefined
}
