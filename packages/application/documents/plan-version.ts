import type { DocumentLanguage } from '@ecmr/documents'
import {
  type DocumentKind,
  documentLanguages,
  type IssuedDocument,
  isOutdated,
  liveDocuments,
  type Note,
  usualKind,
} from '@ecmr/domain'
import type { WantedDocument } from './document-cases.js'

/** The version that is to be issued next. */
export interface PlannedVersion {
  readonly documentId: string
  readonly kind: DocumentKind
  readonly language: DocumentLanguage
  readonly version: number
  /** the version before it at the same address */
  readonly before?: IssuedDocument
  readonly reason?: string
  readonly supersedes?: string
  readonly automatic?: true
}

/** What there is to issue, if anything. */
export type Plan =
  | { readonly kind: 'unchanged'; readonly current: IssuedDocument }
  | { readonly kind: 'issue'; readonly version: PlannedVersion }

/**
 * What follows from wanting a document of a note: nothing when the current one shows the note as it is, the next version at the same
 * address, or a new document.
 *
 * @param closed documents whose address is closed; a new one takes their place
 * @param newId of a document
 */
export function planVersion(
  note: Note,
  wanted: WantedDocument,
  { closed, newId }: { readonly closed: ReadonlySet<string>; readonly newId: () => string },
): Plan {
  const kind = wanted.kind ?? usualKind(note)
  const current = liveDocuments(note).find((document) => document.kind === kind && !document.notes)
  const language = wanted.language ?? current?.language ?? languageOf(note)
  const because = wanted.reason !== undefined && { reason: wanted.reason }
  if (!current || wanted.newUrl || closed.has(current.document_id)) {
    const supersedes = current && { supersedes: current.document_id }
    const version = { documentId: newId(), kind, language, version: 1, ...because, ...supersedes }
    return { kind: 'issue', version }
  }
  const asWanted = wanted.reason === undefined && language === current.language
  if (asWanted && !isOutdated(note, current)) return { kind: 'unchanged', current }
  return { kind: 'issue', version: { ...nextVersion(current), language, ...because } }
}

/** The next version of a document at its address. */
export function nextVersion(before: IssuedDocument): PlannedVersion {
  const { document_id: documentId, kind, language, version, supersedes } = before
  return {
    documentId,
    kind,
    language,
    version: version + 1,
    before,
    ...(supersedes !== undefined && { supersedes }),
  }
}

/** The note's own language where documents are made in it, else Spanish. */
export function languageOf({ fields }: Pick<Note, 'fields'>): DocumentLanguage {
  const own = fields.language?.slice(0, 2).toLowerCase()
  return documentLanguages.find((language) => language === own) ?? 'es'
}
