import type { DocumentReader } from './port.js'

/** Which engine reads documents, and with what. */
export type ReadingEngine =
  | { readonly kind: 'tesseract' }
  | {
      readonly kind: 'gemini'
      readonly apiKey: string
      readonly model: string
      /** absent: Google's own */
      readonly baseUrl?: string
    }

/** Where a reader tells what goes wrong. */
export interface ReadingLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A document reader that holds processes, and ends them when it is closed. */
export interface OpenDocumentReader extends DocumentReader {
  close(): Promise<void>
}

/**
 * Opens the reader of documents. It starts processes for recognition when the first document comes, and ends those that have
 * nothing to do.
 *
 * @param options.processes how many pages are looked at at once
 */
export function openDocumentReader(_options: {
  readonly engine: ReadingEngine
  readonly processes: number
  readonly log: ReadingLog
}): OpenDocumentReader {
  throw new Error('not built')
}
