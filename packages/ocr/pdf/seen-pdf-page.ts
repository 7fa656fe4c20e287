import type { PdfPage } from '../images/document-file.js'
import type { ImageFault } from '../images/image-size.js'
import type { OpenImage } from '../pixels/decode-image.js'
import type { Recogniser } from '../tesseract/recogniser.js'
import { drawPdfPage } from './draw-page.js'
import { withPdf } from './open-pdf.js'
import { type TextLayer, textLayerOf } from './text-layer.js'

/** A page of a PDF as it is seen, and what it says itself. */
export type SeenPdfPage =
  | (OpenImage & { readonly ok: true; readonly layer?: TextLayer | undefined })
  | { readonly ok: false; readonly fault: ImageFault }

/** Draws a page of a PDF; with a recogniser, which checks it, the text layer is taken too. */
export function seenPdfPage(
  source: PdfPage,
  recogniser?: Pick<Recogniser, 'recognise'>,
): Promise<SeenPdfPage> {
  return withPdf(source, async (pdf): Promise<SeenPdfPage> => {
    try {
      const page = await pdf.getPage(source.page)
      const drawn = await drawPdfPage(page)
      const layer = recogniser && (await textLayerOf(page, drawn, recogniser))
      return { ok: true, ...drawn.image, layer }
    } catch (error) {
      if (error instanceof RangeError) throw error
      return { ok: false, fault: { code: 'damaged' } }
    }
  })
}
