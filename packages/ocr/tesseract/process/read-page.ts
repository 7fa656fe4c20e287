import { readConsignmentNote } from '../../consignment-note.js'
import { calibrated } from '../../fields/calibrated.js'
import type { ReadForm } from '../../fields/read-form.js'
import type { PageSource } from '../../images/document-file.js'
import type { ImageFault } from '../../images/image-size.js'
import { type PageMarks, pageMarks } from '../../kinds/page-marks.js'
import { withKindTold } from '../../kinds/with-kind-told.js'
import type { Homography, RecognisedPage } from '../../page/recognised-page.js'
import { textLines } from '../../page/text-lines.js'
import { recognisePage } from '../../pixels/recognise-page.js'
import type { PageText, ReadingWarning, ShownPicture } from '../../port.js'
import type { Recogniser } from '../recogniser.js'

/** What a page says, and how it looks. */
export type PageRead =
  | {
      readonly ok: true
      readonly picture: ShownPicture
      readonly form: ReadForm
      readonly rawText: string
      readonly text: PageText
      /** what the page says of its place in a document */
      readonly marks: PageMarks
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
export async function readPage(source: PageSource, recogniser: Recogniser): Promise<PageRead> {
  const seen = await recognisePage(source, recogniser)
  if (!seen.ok) return seen
  const { picture, page, isMirrored, text } = seen
  const lines = textLines(page)
  const rawText = lines.map((line) => line.text).join('\n')
  const marks = pageMarks(page, lines)
  const form = formOn(page)
  const warnings = isMirrored ? [mirrored, ...form.warnings] : form.warnings
  const { version: engineVersion } = recogniser
  const { toImage } = page
  return { ok: true, picture, form: { ...form, warnings }, rawText, text, marks, engineVersion, toImage }
}

function formOn(page: RecognisedPage): ReadForm {
  const form = calibrated(readConsignmentNote(page))
  return form.documentType === 'other' || form.documentType === 'deca' ? form : withKindTold(page, form)
}
