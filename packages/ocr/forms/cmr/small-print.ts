import type { RecognisedWord } from '../../page/recognised-page.js'
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
  return lines.filter((line) => {
    const size = letterSize(line.words) ?? 0
    if (size > HARDLY_LARGER * printed) return true
    const known = line.words.filter(({ text }) => couldBePrinted(text)).length
    if (known === line.words.length && known > 1) return false
    return isFarBelow(line, caption, printed) || size >= SMALLER * written
  })
}

/** Words that are left, yet could be leftovers too: as small as the caption, and beside it. */
export function doubtfulPrint(lines: readonly TextLine[], caption: BoxCaption): readonly RecognisedWord[] {
  const printed = letterSize(caption.captions.flatMap(({ words }) => words)) ?? 1
  return lines
    .filter(
      (line) =>
        (letterSize(line.words) ?? 0) <= HARDLY_LARGER * printed && !isFarBelow(line, caption, printed),
    )
    .flatMap(({ words }) => words)
}

const isFarBelow = ({ box }: TextLine, caption: BoxCaption, printed: number): boolean =>
  middleOf(box) > bottomOf(caption.area) + NEAR * printed
