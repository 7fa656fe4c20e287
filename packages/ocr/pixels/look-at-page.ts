import type { DocumentImage } from '../images/document-image.js'
import type { ImageFault } from '../images/image-fault.js'
import type { RecognisedPage } from '../page/recognised-page.js'
import type { ShownPicture } from '../port.js'
import type { Recogniser } from '../tesseract/recogniser.js'

export type SeenPicture =
  | { readonly ok: true; readonly picture: ShownPicture }
  | { readonly ok: false; readonly fault: ImageFault }

export type SeenPage =
  | { readonly ok: true; readonly picture: ShownPicture; readonly page: RecognisedPage }
  | { readonly ok: false; readonly fault: ImageFault }

/** Decodes an image and reduces it to what is shown; nothing is recognised, and it is turned by its Exif orientation only. */
export function lookAtPicture(_image: DocumentImage): Promise<SeenPicture> {
  throw new Error('not built')
}

/** Decodes an image, makes the page in it upright and flat, and recognises its words and lines. */
export function lookAtPage(_image: DocumentImage, _recogniser: Recogniser): Promise<SeenPage> {
  throw new Error('not built')
}
