import type { RecognisedWord } from '../../page/recognised-page.js'
import type { FoundCaption } from '../captions/known-caption.js'
import type { CmrPart } from './captions/cmr-part.js'
import { besideLeft, besideRight, letterHeight } from './neighbours.js'

/**
 * Whether a caption is set apart from what somebody wrote, rather than a word of it: by a colon, a gap, or larger letters
 * of what follows.
 */
export function standsFree(
  caption: FoundCaption<CmrPart>,
  words: readonly RecognisedWord[],
  printed: ReadonlySet<RecognisedWord>,
): boolean {
  const height = letterHeight(caption.words)
  const others = words.filter((word) => !printed.has(word) && /[\p{L}\p{N}]/u.test(word.text))
  if (others.some(({ box }) => besideLeft(caption.box, box, 0.8 * height))) return false
  if (caption.behind !== '' || caption.words.at(-1)?.text.endsWith(':') === true) return true
  return !others.some(({ box }) => besideRight(caption.box, box, 0.8 * height) && box.height < 1.25 * height)
}
