import type { FieldName } from '@ecmr/domain'
import type { Protection } from '@ecmr/process-pool'
import type { DocumentImage } from './images/document-image.js'
import type { ImageFault } from './images/image-size.js'
import type { Bounds, Quarter } from './page/recognised-page.js'

/** What a field can be read as: those of a note that are one value, and lists of texts. */
export type ReadValue = string | number | boolean | readonly string[]

/** What was read of a document. Nothing of it is stored. */
export interface DocumentReading {
  readonly document_type: DocumentType
  /** of the document, ISO 639-1 */
  readonly language: string | null
  /**
   * What can be posted to `/api/ecmrs` after a person has reviewed it: the eight required fields, null when they were not
   * read, and every other field that the document has a place for.
   */
  readonly data: Readonly<Partial<Record<FieldName, ReadValue | null>>>
  readonly fields: readonly ReadField[]
  /** the reply to the prompt */
  readonly answer: string | null
  readonly raw_text: string
  readonly missing_fields: readonly FieldName[]
  readonly warnings: readonly ReadingWarning[]
  readonly image: {
    readonly media_type: string
    readonly bytes: number
    /** of the image as it was sent, hex */
    readonly sha256: string
    readonly width: number
    readonly height: number
  }
  readonly engine: {
    readonly provider: string
    readonly model: string
    readonly version: string
    readonly ms: number
  }
}

/** What kind of document it seems to be. */
export const documentTypes = [
  'cmr',
  'delivery_note',
  'letter',
  'invoice',
  'order',
  'other',
  'unknown',
] as const
export type DocumentType = (typeof documentTypes)[number]

/** Whether a paper of this kind is made to hold what a note says; what is read of others has to be reviewed. */
export function isConsignmentNote(type: DocumentType): boolean {
  return type === 'cmr' || type === 'delivery_note'
}

/** One field that the document has a place for, and how certainly it was read. */
export interface ReadField {
  readonly name: FieldName
  /** null: something stands there that cannot be read */
  readonly value: ReadValue | null
  /** 0 to 1 */
  readonly confidence: number
  /** 1 to 24 on the CMR form */
  readonly cmr_box: number | null
  readonly source_text: string
  /** x, y, width, height as parts of the image as viewers show it (its Exif orientation applied), 0 to 1 */
  readonly bbox: Bounds | null
  readonly needs_review: boolean
}

/** Something that users of the reading should know. */
export interface ReadingWarning {
  /** stable, for programs */
  readonly code: string
  readonly message: string
  readonly field: FieldName | null
}

/** What is to be read. */
export interface ReadingRequest {
  readonly image: DocumentImage
  /** what the caller wants to know; data, never an instruction to us */
  readonly prompt?: string
  /** for whom: no company takes all places */
  readonly companyId: string
  /** aborts when the caller no longer waits for the reading */
  readonly signal: AbortSignal
}

/** The company that a page is processed for. */
export type Caller = Pick<ReadingRequest, 'companyId' | 'signal'>

/** The image as it was read, for showing beside what was read of it. */
export interface ShownPicture {
  /** a JPEG of moderate size, upright, without anything but its pixels */
  readonly jpeg: Uint8Array
  readonly width: number
  readonly height: number
  /** how far the image, its Exif orientation applied, was turned clockwise to be upright */
  readonly turned: Quarter
}

/** The company has as many readings under way as it may have. */
export interface TooManyReadings {
  readonly code: 'too_many_at_once'
  readonly retryAfterSeconds: number
}

export type ReadingOutcome =
  | { readonly ok: true; readonly reading: DocumentReading; readonly picture: ShownPicture }
  | { readonly ok: false; readonly fault: ImageFault | TooManyReadings }

/** Reads the picture of a document. */
export interface DocumentReader {
  /** @throws DocumentReadingUnavailable when the engine cannot be used now */
  read(request: ReadingRequest): Promise<ReadingOutcome>
  /** what those who look at images are kept from, or the service that does; undefined: that is being found out; absent: it does not say */
  protection?(): Protection | { readonly service: string } | undefined
}

/** The engine cannot be used now; trying again later may help. */
export class DocumentReadingUnavailable extends Error {
  override readonly name = 'DocumentReadingUnavailable'

  constructor(
    readonly retryAfterSeconds: number,
    /** for the log; never with the key, the image or its text */
    readonly reason = 'documents cannot be read now',
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** Where a reader logs what goes wrong. */
export interface ReadingLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}
