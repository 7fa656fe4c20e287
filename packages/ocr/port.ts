import type { FieldName } from '@ecmr/domain'
import type { Protection } from '@ecmr/process-pool'
import type { GoodsLine } from './fields/goods/goods-line.js'
import type { DocumentFile } from './images/document-file.js'
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
  readonly data: Readonly<Partial<Record<Exclude<FieldName, 'goods_items'>, ReadValue | null>>> & {
    /** absent: the document has no table of goods that could be read */
    readonly goods_items?: readonly GoodsLine[]
  }
  readonly fields: readonly ReadField[]
  /** how each line of `data.goods_items` was read, in the same order */
  readonly goods_items: readonly ReadGoodsLine[]
  /** the reply to the prompt */
  readonly answer: string | null
  readonly raw_text: string
  readonly missing_fields: readonly FieldName[]
  readonly warnings: readonly ReadingWarning[]
  /** the image, or the file with the first page */
  readonly image: ImageFacts
  /** every page that was sent, in order; absent: it was one image */
  readonly pages?: readonly ReadPage[]
  readonly engine: {
    readonly provider: string
    readonly model: string
    readonly version: string
    readonly ms: number
  }
}

/** What is known of a file without reading it. */
export interface ImageFacts {
  readonly media_type: string
  readonly bytes: number
  /** of the file as it was sent, hex */
  readonly sha256: string
  /** in pixels; of a PDF, as its page was drawn */
  readonly width: number
  readonly height: number
}

/** What the words of a page are from: the picture of it, or the text that a PDF holds. */
export type PageText = 'recognition' | 'text_layer'

/** One of several pages. */
export interface ReadPage {
  /** from 1, over all files */
  readonly page: number
  readonly document_type: DocumentType
  readonly text: PageText
  /** whether it is part of the reading; a warning says why others are not */
  readonly used: boolean
  readonly image: ImageFacts
}

/** What kind of document it seems to be. */
export const documentTypes = [
  'cmr',
  'deca',
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
  return type === 'cmr' || type === 'deca' || type === 'delivery_note'
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
  /** on which page it stands, from 1, over all files */
  readonly page: number
}

/** How certainly one line of the table of goods was read. */
export type ReadGoodsLine = Pick<ReadField, 'confidence' | 'source_text' | 'bbox' | 'needs_review' | 'page'>

/** Something that users of the reading should know. */
export interface ReadingWarning {
  /** stable, for programs */
  readonly code: string
  readonly message: string
  readonly field: FieldName | null
}

/** What is to be read. */
export interface ReadingRequest {
  /** images and PDFs with at most MOST_PAGES pages, in the order of reading */
  readonly files: readonly DocumentFile[]
  /** what the caller wants to know; data, never an instruction to us */
  readonly prompt?: string
  /** for whom: no company takes all places */
  readonly companyId: string
  /** aborts when the caller no longer waits for the reading */
  readonly signal: AbortSignal
}

/** The company that a page is processed for. */
export interface Caller extends Pick<ReadingRequest, 'companyId' | 'signal'> {
  /** bytes that stay in memory while the page waits: those of the whole request; absent: the page's own */
  readonly held?: number
}

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
  /** pictures: of all pages, in order */
  | { readonly ok: true; readonly reading: DocumentReading; readonly pictures: readonly ShownPicture[] }
  /** file: which of the files it is about, from 0; page: which page of a PDF, from 1 */
  | {
      readonly ok: false
      readonly fault: ImageFault | TooManyReadings
      readonly file?: number
      readonly page?: number
    }

/** Reads a document from pictures of its pages, or PDFs. */
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
