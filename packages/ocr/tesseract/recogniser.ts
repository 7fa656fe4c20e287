import type { RecognisedWord } from '../page/recognised-page.js'
import type { GreyImage } from '../pixels/grey-image.js'

/** Recognises the words of an upright page, one page at a time. */
export interface Recogniser {
  /** of the engine, such as `5.3.0` or `tesseract.js-core 7.0.0` */
  readonly version: string
  recognise(image: GreyImage): Promise<readonly RecognisedWord[]>
  close(): Promise<void>
}

/** Words where they stand, in no order: columns of a form are not taken for lines that run across them. */
export const sparseText = { tessedit_pageseg_mode: '11', user_defined_dpi: '200' } as const
