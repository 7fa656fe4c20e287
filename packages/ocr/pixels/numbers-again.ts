import { doubtfulNumbers } from '../fields/goods/doubtful-numbers.js'
import { bottom, right } from '../page/line-runs.js'
import type { Box, RecognisedPage, RecognisedWord } from '../page/recognised-page.js'
import type { Recogniser } from '../tesseract/recogniser.js'
import { cropped, type GreyImage, stacked } from './grey-image.js'

// White around what is read again, in pixels: letters at the edge of an image are misread.
const MARGIN = 20

/**
 * The words of a page with the doubtful numbers of its table of goods recognised again, line by line, in one pass. Where that sees fewer
 * digits than before, what was seen before stays.
 *
 * @param image the page as it was recognised
 */
export async function numbersAgain(
  page: Pick<RecognisedPage, 'words' | 'rules'>,
  image: GreyImage,
  recogniser: Pick<Recogniser, 'recognise'>,
): Promise<readonly RecognisedWord[]> {
  const boxes = doubtfulNumbers(page).map((box) => within(box, image))
  if (boxes.length === 0) return page.words
  const strips = stacked(boxes.map((box) => cropped(image, box, MARGIN)))
  const seen = await recogniser.recognise(strips.image, 'lines')
  const again = boxes.flatMap((box, place) => {
    const [top = 0, next = strips.image.height] = strips.tops.slice(place, place + 2)
    return seen
      .filter((word) => /\d/.test(word.text) && word.box.y >= top && bottom(word.box) <= next)
      .map((word) => moved(word, box.x - MARGIN, box.y - MARGIN - top))
      .filter((word) => digitsIn([word]) >= digitsIn(page.words.filter((before) => areSame(before, word))))
  })
  return [...page.words.filter((word) => !again.some((each) => areSame(word, each))), ...again]
}

function within({ x, y, width, height }: Box, image: GreyImage): Box {
  const left = Math.max(0, Math.floor(x))
  const top = Math.max(0, Math.floor(y))
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(image.width, Math.ceil(x + width)) - left),
    height: Math.max(1, Math.min(image.height, Math.ceil(y + height)) - top),
  }
}

const moved = (word: RecognisedWord, x: number, y: number): RecognisedWord => ({
  ...word,
  box: { ...word.box, x: word.box.x + x, y: word.box.y + y },
})

const digitsIn = (words: readonly RecognisedWord[]): number =>
  words.reduce((sum, { text }) => sum + text.replace(/\D/g, '').length, 0)

/** Whether two words are one thing on the page. */
function areSame({ box: one }: RecognisedWord, { box: other }: RecognisedWord): boolean {
  const across = Math.min(right(one), right(other)) - Math.max(one.x, other.x)
  const down = Math.min(bottom(one), bottom(other)) - Math.max(one.y, other.y)
  return across > 0.3 * Math.min(one.width, other.width) && down > 0.3 * Math.min(one.height, other.height)
}
