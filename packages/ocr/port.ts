import type { FieldName } from '@ecmr/domain'
import type { DocumentImage } from './images/document-image.js'

/** What was read of a document. Nothing of it is stored. */
export interface DocumentReading {
  readonly document_type: string
  /** of the document, ISO 639-1 */
  readonly language: string | null
  /** what can be posted to `/api/ecmrs` after somebody has looked at it */
  readonly data: Readonly<Partial<Record<FieldName, string | number | null>>>
  readonly fields: readonly ReadField[]
  /** the reply to the prompt */
  readonly answer: string | null
  readonly raw_text: string
  readonly missing_fields: readonly string[]
  readonly warnings: readonly {
    readonly code: string
    readonly message: string
    readonly field: string | null
  }[]
  readonly image: {
    readonly media_type: string
    readonly bytes: number
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

/** One field that was found, and how surely. */
export interface ReadField {
  readonly name: string
  readonly value: string | number | null
  /** 0 to 1 */
  readonly confidence: number
  /** 1 to 24 on the CMR form */
  readonly cmr_box: number | null
  readonly source_text: string
  /** x, y, width, height as parts of the image, 0 to 1 */
  readonly bbox: readonly [number, number, number, number] | null
  readonly needs_review: boolean
}

/** Reads the picture of a document. */
export interface DocumentReader {
  /**
   * @param prompt what somebody wants to know; data, never an instruction to us
   * @throws DocumentReadingUnavailable when the engine cannot be used now
   */
  read(image: DocumentImage, prompt: string | undefined, signal: AbortSignal): Promise<DocumentReading>
}

/** The engine cannot be used now; trying again later may help. */
export class DocumentReadingUnavailable extends Error {
  override readonly name = 'DocumentReadingUnavailable'

  constructor(readonly retryAfterSeconds: number) {
    super('documents cannot be read now')
  }
}
