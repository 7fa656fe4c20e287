import { readConsignmentNote } from '../../consignment-note.js'
import { calibrated } from '../../fields/calibrated.js'
import type { ReadForm } from '../../fields/read-form.js'
import type { DocumentImage } from '../../images/document-image.js'
import type { ImageFault } from '../../images/image-size.js'
import { withKindTold } from '../../kinds/with-kind-told.js'
import type { Homography, RecognisedPage } from '../../page/recognised-page.js'
import { textLines } from '../../page/text-lines.js'
import { recognisePage } from '../../pixels/recognise-page.js'
import type { ReadingWarning, ShownPicture } from '../../port.js'
import type { Recogniser } from '../recogniser.js'

/** What a page says, and how it looks. */
export type PageRead =
  | {
      readonly ok: true
      readonly picture: ShownPicture
      readonly form: ReadForm
      readonly rawText: string
      /** of the recognition engine */
      readonly engineVersion: string
      /** from pixels of the page, in which the form's boxes are, to parts of the image */
      readonly toImage: Homography
    }
  | { readonly ok: false; readonly fault: ImageFault }

const mirrored: ReadingWarning = {
  code: 'image_mirrored',
  message: 'The image is mirrored; its mirror image was read. Check everything that was read of it.',
  field: null,
}

/** Recognises a page and finds what it says: all that depends on an uploaded image, and so may take long or fail. */
export async function readPage(image: DocumentImage, recogniser: Recogniser): Promise<PageRead> {
  const seen = await recognisePage(image, recogniser)
  if (!seen.ok) return seen
  const { picture, page, isMirrored } = seen
  const rawText = textLines(page)
    .map(({ text }) => text)
    .join('\n')
  const form = formOn(page)
  const warnings = isMirrored ? [mirrored, ...form.warnings] : form.warnings
  const { version: engineVersion } = recogniser
  return { ok: true, picture, form: { ...form, warnings }, rawText, engineVersion, toImage: page.toImage }
}

function formOn(page: RecognisedPage): ReadForm {
  const form = calibrated(readConsignmentNote(page))
  return form.documentType === 'other' ? form : withKindTold(page, form)
}
