import { addressOf, closeLink, counterpartyLink, type DocumentLink } from '@ecmr/document-links'
import { closableFrom, type IssuedDocument, type Note, retainUntil } from '@ecmr/domain'
import type { Caller } from '../notes/change-note.js'
import { mustActAs, mustOwn } from '../permissions/permitted.js'
import type { DocumentUseCases } from './document-cases.js'
import { loadNotes } from './joint-document.js'

export type Closing =
  | { readonly outcome: 'closed'; readonly link: DocumentLink }
  /** until `closableFrom` officers may ask for it; undefined: the goods are not delivered */
  | { readonly outcome: 'too_early'; readonly closableFrom: string | undefined }

/**
 * Closes the public address of a document for ever, from seven calendar days after the delivery of all its notes on; of a cancelled
 * note at once.
 */
export async function closeDocument(
  cases: DocumentUseCases,
  caller: Caller,
  { note, document }: { readonly note: Note; readonly document: IssuedDocument },
): Promise<Closing> {
  mustActAs(caller, 'member')
  mustOwn(caller, note)
  const from = await closableFromAll(cases, caller, note, document)
  const now = (cases.clock ?? (() => new Date()))().toISOString()
  if (from === undefined || from > now) return { outcome: 'too_early', closableFrom: from }
  const { company, actor, correlationId } = caller
  const link = await closeLink(cases.pool, company, document.document_id, { actor, correlationId })
  if (!link) throw new Error(`document ${document.document_id} has no address`)
  return { outcome: 'closed', link }
}

/** From when the address of a document may be closed: when that of all its notes may; undefined before delivery. */
export async function closableFromAll(
  cases: Pick<DocumentUseCases, 'store'>,
  caller: Pick<Caller, 'company'>,
  note: Note,
  document: IssuedDocument,
): Promise<string | undefined> {
  const ids = document.notes?.map(({ ecmr_id }) => ecmr_id) ?? []
  const loaded = ids.length > 1 ? await loadNotes(cases, caller, ids) : [{ note, events: [] }]
  if (!Array.isArray(loaded)) return undefined
  const instants = loaded.map((one) => one.note.cancelled_at ?? closableFrom(one.note))
  return instants.reduce(
    (latest, one) => (latest === undefined || one === undefined ? undefined : max(latest, one)),
    '',
  )
}

const max = (a: string, b: string): string => (a > b ? a : b)

/** Another address of a document, for the other party; open for as long as both have to keep it, and longer. */
export async function counterpartyAddress(
  { pool, files, siteUrl }: DocumentUseCases,
  caller: Pick<Caller, 'company' | 'role'>,
  { note, document }: { readonly note: Note; readonly document: IssuedDocument },
): Promise<
  { readonly ok: true; readonly url: string; readonly keepUntil: string | null } | { readonly ok: false }
> {
  mustActAs(caller, 'member')
  mustOwn(caller, note)
  const made = await counterpartyLink(pool, files.box, caller.company, { documentId: document.document_id })
  if (!made.ok) return { ok: false }
  return { ok: true, url: addressOf(made.link, { box: files.box, siteUrl }), keepUntil: retainUntil(note) }
}
