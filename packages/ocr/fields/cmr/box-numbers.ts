import type { RecognisedWord } from '../../page/recognised-page.js'
import type { FoundCaption } from '../captions/find-captions.js'
import type { CmrBox, CmrPart } from './cmr-captions.js'
import { besideLeft, letterHeight } from './form-rules.js'

/** Where the caption of a box may stand. */
export interface CaptionPlace {
  readonly box: CmrBox
  readonly captions: readonly FoundCaption<CmrPart>[]
  /** words before it that may be its number */
  readonly numbers: readonly RecognisedWord[]
}

const MOST_BY_CHANCE = 5

/** Whether a form numbers its boxes in an order of its own, as electronic notes do: then any number before a caption is its number. */
export function areOwnNumbers(places: readonly CaptionPlace[]): boolean {
  const sure = places.filter(
    ({ captions, numbers }) => numbers.length > 0 && captions.some(({ certainty }) => certainty === 1),
  )
  const usual = sure.filter(({ box, numbers }) => numbers.some(({ text }) => boxNumber(text) === box))
  return sure.length - usual.length > Math.max(MOST_BY_CHANCE, usual.length)
}

/** Words before captions that may be the number of their box. */
export const numbersBefore = (
  captions: readonly FoundCaption<CmrPart>[],
  words: readonly RecognisedWord[],
): readonly RecognisedWord[] => {
  const height = letterHeight(captions.flatMap((caption) => caption.words))
  return words.filter(
    (word) =>
      boxNumber(word.text) !== undefined &&
      captions.some(
        (caption) => caption.words[0] && besideLeft(caption.words[0].box, word.box, 3.5 * height),
      ),
  )
}

/** The number of a box that a word is; undefined: it is none. */
export function boxNumber(text: string): number | undefined {
  const digits = /^[([|{]?(\d{1,2})[.)\]|}:-]?$/.exec(text)?.[1]
  const number = Number(digits)
  return digits !== undefined && number >= 1 && number <= 28 ? number : undefined
}

/** Whether the number of a box sticks to the word. */
export const startsWithNumber = (text: string, box: CmrBox): boolean =>
  new RegExp(`^[([]?0?${box}[.)\\]-]*\\p{L}`, 'u').test(text)
