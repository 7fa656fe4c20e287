import { addDays } from './compliance/deadlines.js'
import { endOfDay, localDay } from './compliance/local-days.js'
import { regimesOf } from './compliance/regimes.js'
import type { DocumentKind, EcmrEvent, EcmrEventType } from './events.js'
import type { IssuedDocument, Note } from './state.js'

const unchanging: ReadonlySet<EcmrEventType> = new Set([
  'IncidentReported',
  'IncidentResolved',
  'SignerInvited',
  'SignerInvitationRevoked',
  'SigningDeclined',
  'AttachmentAdded',
  'AttachmentWithdrawn',
  'EcmrShared',
  'SharingRevoked',
  'DocumentIssued',
  'MetadataChanged',
])

/** Whether an event changes what a document says. Incidents, invitations to sign, attachments, shares and metadata do not stand in it. */
export function changesDocuments(event: Pick<EcmrEvent, 'type' | 'data'>): boolean {
  // Until an erasure is due, everything stays as it is.
  return !unchanging.has(event.type) && !('due' in event.data)
}

/** The kind that is issued when nobody names one. */
export function usualKind({ fields }: Pick<Note, 'fields'>): DocumentKind {
  return regimesOf(fields).deca === 'yes' ? 'deca' : 'cmr'
}

/** The newest version of each document of a note that no other has taken the place of, newest first. */
export function liveDocuments({ documents }: Pick<Note, 'documents'>): readonly IssuedDocument[] {
  const superseded = new Set(documents.map(({ supersedes }) => supersedes))
  const newest = new Map<string, IssuedDocument>()
  for (const document of documents) {
    newest.delete(document.document_id)
    if (!superseded.has(document.document_id)) newest.set(document.document_id, document)
  }
  return [...newest.values()].reverse()
}

/** The document that was issued last, if any, with its number among all that were issued for the note. */
export function currentDocument(
  note: Pick<Note, 'documents'>,
): (IssuedDocument & { readonly n: number }) | undefined {
  const [current] = liveDocuments(note)
  return current && { ...current, n: note.documents.indexOf(current) + 1 }
}

/** Whether a document does not show what the note says now. */
export function isOutdated(note: Pick<Note, 'content_version'>, document: IssuedDocument): boolean {
  return document.note_version < note.content_version
}

/** Whether a document that shows a note at some version may show what was erased of it since. */
export function mayShowErased(
  { erased_at, content_version }: Pick<Note, 'erased_at' | 'content_version'>,
  noteVersion: number,
): boolean {
  return erased_at !== undefined && noteVersion < content_version
}

/** The newest version of a note that says something besides that documents were issued. */
export function versionWithoutDocuments({ version, documents }: Note): number {
  let last = version
  for (let index = documents.length - 1; documents[index]?.issued_at_version === last; index--) last -= 1
  return last
}

/**
 * The instant from which a document's address may be closed: when seven calendar days in Spain have passed since delivery, as
 * stated or as recorded, whichever is later (BOE-A-2026-12784, third); undefined before delivery.
 */
export function closableFrom({ delivered_at, delivery_recorded_at }: Note): string | undefined {
  if (delivered_at === undefined) return undefined
  const recorded = delivery_recorded_at ?? delivered_at
  const later = delivered_at > recorded ? delivered_at : recorded
  const lastSecond = endOfDay(addDays(localDay(later, 'ES'), 7), 'ES')
  return new Date(Date.parse(lastSecond) + 1000).toISOString()
}
