import type { EcmrRecord, HistoryEntry } from '@ecmr/contract'
import type { DocumentKind, DocumentLanguage } from '@ecmr/domain'

export type { DocumentKind, DocumentLanguage }

/** A history entry as a document states it: without the names of those who acted. */
export type StatedEntry = Omit<HistoryEntry, 'actor'> & { readonly actor: { readonly kind: string } }

/** A consignment note as a document states it. */
export interface DocumentNote {
  /** as `GET /api/ecmrs/{id}` answers at `noteVersion` */
  readonly record: EcmrRecord
  /** the history up to `noteVersion`, oldest first; an issue before this one is in it */
  readonly history: readonly StatedEntry[]
  readonly noteVersion: number
}

/** A checkpoint of the event log, for comparing with what others were shown. */
export interface DocumentCheckpoint {
  /** how many events the log had */
  readonly size: number
  /** root of the Merkle tree over them, base64 */
  readonly root: string
}

/** What one version of a document is made from. */
export interface DocumentInput {
  readonly kind: DocumentKind
  readonly language: DocumentLanguage
  readonly documentId: string
  readonly version: number
  /** its inspection address, in the QR code; absent in a preview, which has none */
  readonly url?: string
  /** words across every page; those of a cancelled note and of a test note follow from its record */
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
  /** the newest checkpoint of the event log; absent: there is none */
  readonly checkpoint?: DocumentCheckpoint
  /** that the note's last event is in the event log (C2SP `tlog-proof`), to be attached; absent: there is none, or there are several notes */
  readonly proof?: string
  /** one; a control document may state up to 50 with the same shipper and carrier */
  readonly notes: readonly DocumentNote[]
}
