import type { ReadingLog } from '../open-document-reader.js'
import type { DocumentReader } from '../port.js'
import type { PagePool } from '../tesseract/pool/page-pool.js'

/** What the reader that asks Gemini works with. */
export interface GeminiOptions {
  /** decodes each image before it is sent: faults are found alike, and nothing but pixels leaves the service */
  readonly pool: Pick<PagePool, 'lookAtPicture'>
  readonly apiKey: string
  readonly model: string
  /** absent: Google's own */
  readonly baseUrl?: string
  readonly log: ReadingLog
}

/** Reads documents by Google's Gemini. */
export function geminiReader(_options: GeminiOptions): DocumentReader {
  throw new Error('not built')
}
