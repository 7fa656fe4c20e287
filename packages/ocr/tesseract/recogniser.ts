import type { RecognisedWord } from '../page/recognised-page.js'
import type { GreyImage } from '../pixels/grey-image.js'

/** Recognises the words of an upright page, one page at a time. */
export interface Recogniser {
  /** of the engine, such as `5.3.0` or `tesseract.js-core 7.0.0` */
  readonly version: string
  /** @param arrangement of the words in the image; absent: `anywhere` */
  recognise(image: GreyImage, arrangement?: Arrangement): Promise<readonly RecognisedWord[]>
  close(): Promise<void>
}

/**
 * How words stand in an image: anywhere, so that columns of a form are not taken for lines that run across them, or in lines below each
 * other, where digits that stand alone are seen as well. Anywhere is the full analysis of the page: "sparse text" (11) loses words of lists and
 * joins those of adjoining columns.
 */
export type Arrangement = 'anywhere' | 'lines'

/** How the engine is told to find the words of each: its page segmentation mode. */
export const segmentation: Readonly<Record<Arrangement, string>> = { anywhere: '3', lines: '6' }

/** Pages are about this fine, and the engine need not guess it. */
export const DOTS_PER_INCH = '200'
