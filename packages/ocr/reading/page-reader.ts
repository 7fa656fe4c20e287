import type { PageSource } from '../images/document-file.js'
import type { ImageFault } from '../images/image-size.js'
import type { Caller, DocumentReading, ShownPicture } from '../port.js'
import type { Findings } from './document-reading.js'

/** What an engine found on a page, and how the page looks. */
export type PageOutcome =
  | {
      readonly ok: true
      readonly findings: Findings
      readonly picture: ShownPicture
      readonly engine: Omit<DocumentReading['engine'], 'ms'>
    }
  | { readonly ok: false; readonly fault: ImageFault }

/** An engine, which reads one page at a time. */
export interface PageReader {
  /**
   * @param prompt what the caller wants to know
   * @throws DocumentReadingUnavailable when the engine cannot be used now
   * @throws the signal's reason when it aborts
   */
  readPage(source: PageSource, caller: Caller, prompt?: string): Promise<PageOutcome>
}
