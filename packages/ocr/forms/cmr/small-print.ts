import type { TextLine } from '../../page/text-lines.js'
import type { BoxCaption } from './box-caption.js'
import { letterSize } from './letter-size.js'
import { bottomOf, middleOf } from './neighbours.js'
import { couldBePrinted } from './remains-of-captions.js'

/** How much smaller than the writing and how little larger than the caption leftovers of the caption are. */
const SMALLER = 0.83
const HARDLY_LARGER = 1.15
/** How far below the known part of a caption the rest of it can stand, in sizes of its type. */
const NEAR = 1.4

/**
 * The lines of a box without what misread words of its caption left behind: small print that stands beside or directly
 * below the caption, above larger writing, or is made of words of captions only.
 */
export function withoutSmallPrint(lines: readonly TextLine[], caption: BoxCaption): readonly TextLine[] {
  const printed = letterSize(caption.captions.flatMap(({ words }) => words)) ?? 1
  const written = Math.max(...lines.map(({ words }) => letterSize(words) ?? 0))
  return lines.filter(({ words, box }) => {
    if (middleOf(box) > bottomOf(caption.area) + NEAR * printed) return true
    const size = letterSize(words) ?? 0
    if (size > HARDLY_LARGER * printed) return true
    if (size < SMALLER * written) return false
    return words.filter(({ text }) => couldBePrinted(text)).length < words.length / 2
  })
}
