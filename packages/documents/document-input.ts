import type { EcmrRecord, HistoryEntry } from '@ecmr/contract'
import type { DocumentKind, DocumentLanguage } from '@ecmr/domain'

export type { DocumentKind, DocumentLanguage }

/** A consignment note as a document states it. */
export interface DocumentNote {
  /** as `GET /api/ecmrs/{id}` answers at `noteVersion` */
  readonly record: EcmrRecord
  /** the history up to `noteVersion`, oldest first; an issue before this one is in it */
  readonly history: readonly HistoryEntry[]
  readonly noteVersion: number
}

/** What one version of a document is made from. */
export interface DocumentInput {
  readonly kind: DocumentKind
  readonly language: DocumentLanguage
  readonly documentId: string
  readonly version: number
  /** its inspection address, in the QR code; absent in a preview, which has none */
  readonly url?: string
  /** words across every page; those of a cancelled note follow from its record */
  readonly mark?: 'draft' | 'test'
  /** RFC 3339: when the first version was made */
  readonly createdAt: string
  /** RFC 3339: when this version was made */
  readonly modifiedAt: string
  /** why there is a version that no change of the note asked for */
  readonly reason?: string
  /** the document that this one replaces */
  readonly supersedes?: string
  /** where the procedures of CMR Additional Protocol art. 5 are published */
  readonly proceduresUrl: string
  /** one; a control document may state up to 50 with the same shipper and carrier */
  readonly notes: readonly DocumentNote[]
}
