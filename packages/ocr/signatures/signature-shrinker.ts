import type { DocumentImage } from '../images/document-image.js'
import type { ImageFault } from '../images/image-fault.js'
import type { Asker } from '../tesseract/pool/page-pool.js'

export type ShrunkSignature =
  | { readonly ok: true; readonly jpeg: Uint8Array }
  | { readonly ok: false; readonly fault: ImageFault }

/** Decodes pictures of signatures, apart from the process that asks, and encodes them small enough to be stored. */
export interface SignatureShrinker {
  /**
   * @throws DocumentReadingUnavailable when no process can be started, or too many pictures are waiting
   * @throws the signal's reason when it aborts
   */
  shrinkSignature(image: DocumentImage, asker: Asker): Promise<ShrunkSignature>
}
