import type { DocumentImage } from '../../images/document-image.js'
import type { SeenPicture } from '../../pixels/look-at-page.js'
import type { SignatureShrinker } from '../../signatures/signature-shrinker.js'
import type { PageRead } from '../process/read-page.js'

/** For whom a page is looked at. */
export interface Asker {
  /** companies take turns */
  readonly companyId: string
  /** aborts when nobody waits for it any more */
  readonly signal: AbortSignal
}

/** Processes that look at pages, apart from whoever asks: what a page does to them, it does to nobody else. */
export interface PagePool extends SignatureShrinker {
  /**
   * Decodes an image and reduces it to what is shown.
   *
   * @throws DocumentReadingUnavailable when no process can be started, or too many pages are waiting
   * @throws the signal's reason when it aborts
   */
  lookAtPicture(image: DocumentImage, asker: Asker): Promise<SeenPicture>
  /** Recognises a page and finds what it says. Throws as `lookAtPicture` does. */
  readPage(image: DocumentImage, asker: Asker): Promise<PageRead>
  /** Ends all processes; pages that wait or are being looked at are refused. Resolves when none is left. */
  close(): Promise<void>
}
