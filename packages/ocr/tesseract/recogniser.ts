import type { RecognisedWord } from '../page/recognised-page.js'
import type { GreyImage } from '../pixels/grey-image.js'

/** Recognises the words of an upright page. */
export interface Recogniser {
  recognise(image: GreyImage): Promise<readonly RecognisedWord[]>
  close(): Promise<void>
}
