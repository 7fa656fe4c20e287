import type { RecognisedWord } from '../../page/recognised-page.js'
import type { BoxCaption } from './box-caption.js'
import { bottomOf, captionHeight, middleOf } from './neighbours.js'

/** Numbers, or what is left of the frames around them, as `2]` or `J`. */
const REST = /^[^\p{L}\p{N}]*(?:\d{1,2}|\p{L})[^\p{L}\p{N}]*$/u

/** What was read of a box's printed number, or of its frame, when it was not read as a whole: it stands left of the caption. */
export function isRestOfNumber({ text, box }: RecognisedWord, { area, captions }: BoxCaption): boolean {
  if (!REST.test(text)) return false
  const height = captionHeight(captions.flatMap(({ words }) => words))
  const left = Math.min(...captions.map((caption) => caption.box.x))
  const below = /\d/.test(text) ? height : 0
  return box.x + 0.7 * box.width < left && middleOf(box) < bottomOf(area) + below
}
