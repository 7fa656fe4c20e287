import type { FileFault, InspectedFile, SentFile } from '@ecmr/attachments'
import type { AttachmentKind, EcmrCommand, Refusal } from '@ecmr/domain'
import type { ObjectStorage } from '@ecmr/storage'
import type { Pool } from 'pg'
import type { Changed, NoteUseCases } from '../notes/change-note.js'
import type { CommandRequest } from '../notes/command-handler.js'

/** What the use cases of attachments work with. */
export interface AttachmentCases extends NoteUseCases {
  readonly pool: Pool
  readonly files: { readonly storage: Pick<ObjectStorage, 'put' | 'head'> }
  /** why what a command adds may not be recorded; asked before anything is kept */
  readonly admit?: (request: Pick<CommandRequest, 'company' | 'commands'>) => Promise<Refusal | undefined>
  /** the present; the process's clock unless given */
  readonly clock?: () => Date
}

/** What is said of a file that is added. */
export interface AboutAttachment {
  readonly kind: AttachmentKind
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** keep the place that a picture says it was taken at */
  readonly keepLocation?: boolean | undefined
  readonly sourceUrl?: string | undefined
  /** the open invitation by whose link it comes */
  readonly invitationId?: string | undefined
  /** SHA-256 that the file as it was sent must have */
  readonly expectedSha256?: string | undefined
}

/** A file that can be kept, with what is said of it. */
export interface FitFile {
  readonly sent: SentFile
  readonly inspected: InspectedFile
  readonly about: AboutAttachment
}

/** Why a file is not taken, whatever the note. */
export type Unfit = FileFault | 'other_sha256' | 'not_a_picture'

export type AddCommand = Extract<EcmrCommand, { type: 'add_attachment' }>

export type NotAdded =
  | Exclude<Changed, { readonly outcome: 'accepted' }>
  | { readonly outcome: 'unfit'; readonly fault: Unfit }
