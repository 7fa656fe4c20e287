import type { Box, RecognisedWord } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import type { FoundCaption } from '../captions/find-captions.js'
import {
  areOwnNumbers,
  boxNumber,
  type CaptionPlace,
  numbersBefore,
  startsWithNumber,
} from './box-numbers.js'
import { type CmrBox, type CmrPart, cmrBoxes } from './cmr-captions.js'
import { besideLeft, besideRight, letterHeight, WORD_GAP } from './form-rules.js'

/** The caption of a box as it stands on a page, in one or more languages. */
export interface BoxCaption {
  readonly box: CmrBox
  readonly captions: readonly FoundCaption<CmrPart>[]
  /** of all languages, the printed number included */
  readonly words: readonly RecognisedWord[]
  readonly area: Box
  /** 0 to 1: of the language that fits best */
  readonly certainty: number
  /** how much speaks for it being this box's caption, rather than the same word among contents */
  readonly evidence: number
}

/** A caption with its number, of a box that is none of the 24: nothing is read in it, and it ends those above. */
export interface OtherBox {
  readonly words: readonly RecognisedWord[]
  readonly area: Box
}

/** What may be boxes on a page. */
export interface CaptionedBoxes {
  /** every place that could be the caption of one of the 24 */
  readonly captions: readonly BoxCaption[]
  readonly others: readonly OtherBox[]
}

/** Every place on a page that could be the caption of a box. */
export function boxCaptions(
  words: readonly RecognisedWord[],
  found: readonly FoundCaption<CmrPart>[],
): CaptionedBoxes {
  const printed = new Set(found.flatMap((caption) => caption.words))
  const places = cmrBoxes.flatMap((box) =>
    inSeveralLanguages(
      found.filter((each) => each.caption.means === `box_${box}` && !isWordOfContents(each, words, printed)),
    ).map((captions) => ({ box, captions: eachLanguageOnce(captions) })),
  )
  const others = words.filter((word) => !printed.has(word))
  const numbered = places.map((place) => ({ ...place, numbers: numbersBefore(place.captions, others) }))
  const ownNumbers = areOwnNumbers(numbered)
  return {
    captions: numbered.flatMap((place) => boxCaption(place, others, ownNumbers) ?? []),
    others: ownNumbers ? otherBoxes(found, others) : [],
  }
}

const otherBoxes = (
  found: readonly FoundCaption<CmrPart>[],
  words: readonly RecognisedWord[],
): readonly OtherBox[] =>
  inSeveralLanguages(
    found.filter(({ caption, certainty }) => caption.means === 'other' && certainty === 1),
  ).flatMap((captions) => {
    const own = captions.flatMap((caption) => caption.words)
    const number = numbersBefore(captions, words).at(-1)
    return number === undefined ? [] : [{ words: [...own, number], area: boxOf([...own, number]) }]
  })

/** Contents such as `Transports Dupont` resemble a caption, yet other words stand directly beside them. */
function isWordOfContents(
  { certainty, box, words: own }: FoundCaption<CmrPart>,
  words: readonly RecognisedWord[],
  printed: ReadonlySet<RecognisedWord>,
): boolean {
  const gap = WORD_GAP * letterHeight(own)
  return (
    certainty < 1 &&
    words.some(
      (word) =>
        !printed.has(word) &&
        /\p{L}{2}/u.test(word.text) &&
        (besideLeft(box, word.box, gap) || besideRight(box, word.box, gap)),
    )
  )
}

/** Words of contents that resemble a caption stand below the caption itself. */
const eachLanguageOnce = (captions: readonly FoundCaption<CmrPart>[]): readonly FoundCaption<CmrPart>[] =>
  captions.filter(
    (one) =>
      one.certainty === 1 ||
      !captions.some(
        (other) => other.caption.language === one.caption.language && other.certainty > one.certainty,
      ),
  )

/** Captions of the same thing that stand beside or below each other. */
export function inSeveralLanguages(
  found: readonly FoundCaption<CmrPart>[],
): readonly (readonly FoundCaption<CmrPart>[])[] {
  const groups: FoundCaption<CmrPart>[][] = []
  for (const caption of found) {
    const group = groups.find((others) => others.some((other) => adjoins(other, caption)))
    if (group === undefined) groups.push([caption])
    else group.push(caption)
  }
  return groups
}

function adjoins({ box: one, words }: FoundCaption<CmrPart>, { box: other }: FoundCaption<CmrPart>): boolean {
  const height = letterHeight(words)
  const across = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width)
  const down = Math.max(one.y, other.y) - Math.min(one.y + one.height, other.y + other.height)
  // A hint that goes on in a line of its own may stand between two languages.
  const lines = Math.abs(one.x - other.x) < 2 * height ? 2.6 : 1.5
  return down < lines * height && across < 12 * height && (down < 0 || across < 2 * height)
}

const NUMBERED = 12
const ANOTHER_NUMBER = -10
const EACH_MORE_LANGUAGE = 6
const AMONG_OTHER_WORDS = -12

function boxCaption(
  { box, captions, numbers }: CaptionPlace,
  others: readonly RecognisedWord[],
  ownNumbers: boolean,
): BoxCaption | undefined {
  const own = captions.flatMap((caption) => caption.words)
  const area = boxOf(captions)
  const height = letterHeight(own)
  const number = numbers.find(({ text }) => ownNumbers || boxNumber(text) === box)
  const isNumbered = number !== undefined || own.some(({ text }) => startsWithNumber(text, box))
  const isAmongWords =
    !isNumbered &&
    others.some(
      (word) =>
        !numbers.includes(word) &&
        (besideLeft(area, word.box, WORD_GAP * height) ||
          (besideRight(area, word.box, WORD_GAP * height) && !endsWithColon(captions))),
    )
  const certainty = Math.max(...captions.map((caption) => caption.certainty))
  if (isAmongWords && certainty < 1) return undefined
  const letters = Math.max(...captions.map((caption) => caption.caption.text.length * caption.certainty))
  return {
    box,
    captions,
    words: number === undefined ? own : [...own, number],
    area: number === undefined ? area : boxOf([{ box: area }, number]),
    certainty,
    evidence:
      Math.min(letters, 25) +
      (isNumbered ? NUMBERED : numbers.length > 0 ? ANOTHER_NUMBER : 0) +
      EACH_MORE_LANGUAGE * (captions.length - 1) +
      (isAmongWords ? AMONG_OTHER_WORDS : 0),
  }
}

const endsWithColon = (captions: readonly FoundCaption<CmrPart>[]): boolean =>
  captions.some(({ words, behind }) => behind !== '' || words.at(-1)?.text.endsWith(':') === true)
