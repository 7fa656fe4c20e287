import type { TokenBox } from '@ecmr/document-links'
import type { DocumentInput } from '@ecmr/documents'
import type { DocumentKind, Refusal } from '@ecmr/domain'
import type { Evidence } from '@ecmr/evidence'
import type { ObjectStorage } from '@ecmr/storage'
import type { Pool } from 'pg'
import type { Changed, NoteUseCases } from '../notes/change-note.js'
import type { CommandRequest } from '../notes/command-handler.js'

/** A file that was rendered. */
export interface RenderedFile {
  readonly bytes: Uint8Array
  /** what it was rendered with, as `cmr/1` */
  readonly template: string
  /** characters that no font has */
  readonly replacedCharacters: readonly string[]
}

/** What makes files and keeps them. */
export interface DocumentFiles {
  /**
   * Renders a version and puts the seal on it, if there is one.
   *
   * @throws DocumentRenderingUnavailable, DocumentTooLarge
   */
  render(
    input: DocumentInput,
    caller: { readonly companyId: string; readonly signal: AbortSignal },
  ): Promise<RenderedFile>
  readonly storage: ObjectStorage
  /** Rejects with a sentence while documents cannot be made or kept. */
  check(): Promise<void>
  /** whose seal is put on documents, as the certificate says */
  readonly sealHolder?: string
  /** encrypts the tokens of addresses */
  readonly box: TokenBox
}

/** What the use cases of documents work with. */
export interface DocumentUseCases extends Pick<NoteUseCases, 'commands' | 'store' | 'idempotency'> {
  readonly pool: Pool
  readonly files: DocumentFiles
  readonly siteUrl: string
  /** its newest checkpoint stands in documents; absent: proofs are off */
  readonly evidence?: Evidence
  /** why what a command adds may not be recorded; asked before anything is rendered */
  readonly admit?: (request: Pick<CommandRequest, 'company' | 'commands'>) => Promise<Refusal | undefined>
  /** the present; the process's clock unless given */
  readonly clock?: () => Date
}

/** What is wanted of a document; what is not named is as in the current one, or as usual. */
export interface WantedDocument {
  readonly kind?: DocumentKind | undefined
  readonly language?: DocumentInput['language'] | undefined
  readonly reason?: string | undefined
  /** start a new document at a new address */
  readonly newUrl?: boolean | undefined
}

/** What was not done, and why. */
export type NotIssued =
  | Exclude<Changed, { readonly outcome: 'accepted' | 'stale' }>
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
