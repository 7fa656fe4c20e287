import type { RecognisedWord } from '../../page/recognised-page.js'
import type { TextLine } from '../../page/text-lines.js'
import { bareLetters, letterSize } from '../captions/word-pieces.js'
import type { BoxCaption } from './box-caption.js'
import { type CmrLabel, cmrCaptions } from './cmr-captions.js'
import type { FormLabel } from './form-labels.js'
import {
  besideLeft,
  besideRight,
  bottomOf,
  captionHeight,
  letterHeight,
  middleOf,
  rightOf,
  WORD_GAP,
} from './form-rules.js'

const vocabulary: ReadonlySet<string> = new Set(
  cmrCaptions.flatMap(({ text }) => text.split(/[\s/]+/).map(bareLetters)).filter((word) => word !== ''),
)

/**
 * Words and strokes of captions that were left over because their neighbours fit without them: they stand directly beside
 * printed words, and are no larger.
 */
export function remainsOfCaptions(
  words: readonly RecognisedWord[],
  printed: readonly RecognisedWord[],
): readonly RecognisedWord[] {
  const remains: RecognisedWord[] = []
  const known = [...printed]
  const isPrinted = new Set(printed)
  let open = words.filter((word) => !isPrinted.has(word) && couldBePrinted(word.text))
  for (let round = 0; round < 3; round++) {
    const more = open.filter((word) => known.some((other) => standsBy(word, other)))
    known.push(...more)
    remains.push(...more)
    open = open.filter((word) => !more.includes(word))
  }
  return remains
}

/** Whether a word is one of those that captions are made of. */
const couldBePrinted = (text: string): boolean => {
  const letters = bareLetters(text)
  return letters === '' || vocabulary.has(letters)
}

function standsBy(word: RecognisedWord, printed: RecognisedWord): boolean {
  const height = letterHeight([printed])
  const isBehindColon = printed.text.endsWith(':') && word.box.x > printed.box.x
  const isBeside =
    besideLeft(printed.box, word.box, WORD_GAP * height) ||
    besideRight(printed.box, word.box, WORD_GAP * height)
  return !isBehindColon && isBeside && (BEGINS_A_HINT.test(word.text) || !isLarger(word, printed))
}

/** Only printed hints begin so. Strokes beside them make such words too high. */
const BEGINS_A_HINT = /^\(\p{L}+,$/u

/** Whether a word is in larger type, whichever letters the two have. */
function isLarger(word: RecognisedWord, printed: RecognisedWord): boolean {
  const [size, sizeOfPrint] = [letterSize([word]), letterSize([printed])]
  return size === undefined || sizeOfPrint === undefined
    ? word.box.height >= 1.35 * letterHeight([printed])
    : size >= 1.35 * sizeOfPrint
}

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

/** Whether the caption goes on below a line: entries are not written between its lines. */
const isAmidCaption = ({ box }: TextLine, { captions }: BoxCaption): boolean =>
  captions.some(({ words }) => words.some((word) => word.box.y > middleOf(box) && word.box.x < rightOf(box)))

const isFarBelow = ({ box }: TextLine, caption: BoxCaption, printed: number): boolean =>
  middleOf(box) > bottomOf(caption.area) + NEAR * printed

/** Numbers, or what is left of the frames around them, as `2]` or `J`. */
const REST = /^[^\p{L}\p{N}]*(?:\d{1,2}|\p{L})[^\p{L}\p{N}]*$/u

/** What was read of a box's printed number, or of its frame, when it was not read as a whole: it stands left of the caption. */
export function isRestOfNumber({ text, box }: RecognisedWord, { area, captions }: BoxCaption): boolean {
  if (!REST.test(text)) return false
  const height = captionHeight(captions.flatMap(({ words }) => words))
  const left = Math.min(...captions.map((caption) => caption.box.x))
  const isNumberKnown = area.x < left
  const below = /\d/.test(text) && !isNumberKnown ? height : 0
  return box.x + 0.7 * box.width < left && middleOf(box) < bottomOf(area) + below
}

const dangerous: readonly CmrLabel[] = ['un_number', 'adr_class', 'packing_group']

/** Print is this much larger than other print at most; what is typed is larger. */
const AS_SMALL = 1.2

/**
 * Words without those on the line that forms keep for dangerous goods, under the columns of the goods: what was misread of
 * its captions is no goods. Where such words were typed among the goods they are as large as these.
 */
export function withoutDangerStrip(
  words: readonly RecognisedWord[],
  labels: readonly FormLabel[],
  captions: readonly BoxCaption[],
): readonly RecognisedWord[] {
  const columns = captions.filter(({ box }) => box >= 6 && box <= 12)
  const print = letterSize(columns.flatMap((column) => column.captions.flatMap((each) => each.words)))
  if (print === undefined) return words
  const strip = labels
    .filter(({ label }) => dangerous.includes(label))
    .map(({ caption }) => caption)
    .filter((caption) => (letterSize(caption.words) ?? Infinity) <= AS_SMALL * print)
  return words.filter(
    ({ box }) => !strip.some((caption) => Math.abs(middleOf(caption.box) - middleOf(box)) < 0.8 * print),
  )
}
