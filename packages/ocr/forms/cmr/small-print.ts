import type { RecognisedWord } from '../../page/recognised-page.js'
import type { TextLine } from '../../page/text-lines.js'
import { letterSize } from '../captions/letter-size.js'
import type { BoxCaption } from './box-caption.js'
import { bottomOf, middleOf, rightOf } from './neighbours.js'
import { couldBePrinted } from './remains-of-captions.js'

/** How much smaller than the writing and how little larger than the caption leftovers of the caption are. */
const SMALLER = 0.83
const HARDLY_LARGER = 1.15
/** How far below the known part of a caption the rest of it can stand, in sizes of its type. */
const NEAR = 1.4

/** Captions have no dates and no numbers as long as these. */
const SAYS_A_NUMBER = /\d{2}.*\d{2}/

/**
 * The lines of a box without what misread words of its caption left behind: small print that stands beside or directly
 * below the caption, above larger writing, or is made of words of captions only.
 */
export function withoutSmallPrint(lines: readonly TextLine[], caption: BoxCaption): readonly TextLine[] {
  const printed = letterSize(caption.captions.flatMap(({ words }) => words)) ?? 1
  const written = Math.max(...lines.map(({ words }) => letterSize(words) ?? 0))
  return lines.filter((line) => {
    const size = letterSize(line.words) ?? 0
    if (size > HARDLY_LARGER * printed || SAYS_A_NUMBER.test(line.text)) return true
    if (isAmidCaption(line, caption)) return false
    const known = line.words.filter(({ text }) => couldBePrinted(text)).length
    if (
      known === line.words.length &&
      !isTyped(line, caption) &&
      (known > 1 || !isFarBelow(line, caption, printed))
    )
      return false
    return isFarBelow(line, caption, printed) || size >= SMALLER * written
  })
}

/** Whether a line is in capitals and its caption is not: then it is no part of it, though made of the same words. */
const isTyped = ({ text }: TextLine, { captions }: BoxCaption): boolean =>
  IN_CAPITALS.test(text) && !captions.some(({ words }) => words.every((word) => IN_CAPITALS.test(word.text)))

const IN_CAPITALS = /^(?=.*\p{Lu}{3})\P{Ll}+$/u

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

/** How much smaller than its line a word is that does not belong there. */
const MUCH_SMALLER = 0.65

/** Words of small print that got into a line of larger writing. */
export function strayPrint(lines: readonly TextLine[]): readonly RecognisedWord[] {
  return lines.flatMap(({ words }) => {
    const size = letterSize(words) ?? 0
    return words.filter((word) => (letterSize([word]) ?? size) < MUCH_SMALLER * size)
  })
}

/** Whether the caption goes on below a line: nobody writes between its lines. */
const isAmidCaption = ({ box }: TextLine, { captions }: BoxCaption): boolean =>
  captions.some(({ words }) => words.some((word) => word.box.y > middleOf(box) && word.box.x < rightOf(box)))

const isFarBelow = ({ box }: TextLine, caption: BoxCaption, printed: number): boolean =>
  middleOf(box) > bottomOf(caption.area) + NEAR * printed
