import type { Homography, Quarter, RecognisedWord, Rule } from '../page/recognised-page.js'
import type { Recogniser } from '../tesseract/recogniser.js'
import { collectGarbage } from './collect-garbage.js'
import { darkened, evenLight } from './even-light.js'
import { type FlatPage, flatPage, type PageInImage } from './flat-page.js'
import { busiestStrip, type GreyImage, halfTurned, mirrored, stacked } from './grey-image.js'
import { after } from './plane.js'
import { withoutPrintedLines } from './printed-lines.js'
import type { StageClock } from './stage-clock.js'

const LETTER = /[\p{L}\p{N}]/u
// Less sure than this are stains and patterns, not even misread words.
const NO_WORD = 0.15
const NO_SIGN = 0.5
// Where hardly anything is sure, chance makes words of patterns.
const NO_TEXT = 0.4
const SURE_WORD = 0.8

/** The words among what was recognised, without what specks, stains and pictures were taken for. */
function wordsOfText(words: readonly RecognisedWord[]): readonly RecognisedWord[] {
  const isText = sureness(words) >= NO_TEXT
  return words.filter(({ text, confidence }) => {
    if (!isText) return confidence >= SURE_WORD && LETTER.test(text)
    return confidence >= (LETTER.test(text) ? NO_WORD : NO_SIGN)
  })
}

/** How certainly letters were recognised on the whole, 0 to 1. */
function sureness(words: readonly RecognisedWord[]): number {
  const counted = words.filter(({ text }) => LETTER.test(text))
  const letters = lettersIn(counted)
  const sure = counted.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return letters === 0 ? 0 : sure / letters
}

const lettersIn = (words: readonly RecognisedWord[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0)

/** A flat page the right way up, and what was recognised on it. */
export interface UprightPage {
  /** as it was recognised: in even light, without its lines */
  readonly image: GreyImage
  readonly words: readonly RecognisedWord[]
  readonly rules: readonly Rule[]
  /** from pixels of the page to pixels of the image that it was found in */
  readonly toPixels: Homography
  /** how far that was turned clockwise */
  readonly turned: Quarter
  readonly isMirrored: boolean
}

/** A flat page as it is recognised: in even light, without its lines. */
interface Print extends FlatPage {
  readonly page: GreyImage
  readonly rules: readonly Rule[]
}

/** One of the ways in which a flat page may lie. */
interface Way {
  readonly print: Print
  readonly isHalfTurned: boolean
  readonly isMirrored: boolean
}

// Upright text is read with more certainty than this, however badly it is printed, and any other with less: 0.3 to 0.5 mostly.
const SURE = 0.7
// Pieces of ink: with fewer there is no text whose direction could be found out.
const FEWEST_PIECES = 25
// Letters: fewer may be read in a pattern, whichever way it lies.
const FEWEST_LETTERS = 12

/**
 * Recognises the page in an image the right way up. Mostly one pass over the page is all it takes; only where that reads
 * badly, or the page lies on its side, a strip of it is read in the other ways first. A blank page is not recognised at all.
 */
export async function uprightPage(
  image: PageInImage,
  recogniser: Pick<Recogniser, 'recognise'>,
  { lap }: Pick<StageClock, 'lap'>,
): Promise<UprightPage> {
  const printOf = (flat: FlatPage): Print => {
    const even = evenLight(flat.image)
    lap('light')
    const { page, rules } = withoutPrintedLines(even)
    lap('lines')
    return { ...flat, page: darkened(page), rules }
  }
  const recognise = async (page: GreyImage): Promise<readonly RecognisedWord[]> => {
    // The steps before have left as much as the program takes.
    await collectGarbage()
    const words = await recogniser.recognise(page)
    lap('main pass')
    return words
  }
  const strips = async (ways: readonly Way[]): Promise<readonly Sureness[]> => {
    const found = await surenessOf(ways, recogniser)
    lap('first pass')
    return found
  }
  const print = printOf(flatPage(image, { lap }))
  const asItIs = { print, isHalfTurned: false, isMirrored: false }
  if (print.pieces === 0) return turnedUp(asItIs, [])
  const isNearlyBlank = print.pieces < FEWEST_PIECES
  const words = print.turned === 0 || isNearlyBlank ? await recognise(print.page) : undefined
  if (words && (isNearlyBlank || sureness(words) >= SURE)) return turnedUp(asItIs, words)
  let best = surest(await strips(bothWays(print)))
  if (best === undefined || best.sureness < SURE) {
    const other = printOf(flatPage(image, { asIfSideways: print.turned === 0, lap }))
    const others = [...bothWays(other), ...bothWays(print, true), ...bothWays(other, true)]
    const found = await strips(others)
    best = surest([
      ...(best ? [best] : []),
      ...found.filter(({ way, sureness }) => !way.isMirrored || sureness >= SURE),
    ])
  }
  const { way } = best ?? { way: asItIs }
  if (words && way.print === print && !way.isHalfTurned && !way.isMirrored) return turnedUp(way, words)
  return turnedUp(way, await recognise(seenIn(way, way.print.page)))
}

const bothWays = (print: Print, isMirrored = false): readonly Way[] => [
  { print, isMirrored, isHalfTurned: false },
  { print, isMirrored, isHalfTurned: true },
]

const seenIn = ({ isHalfTurned, isMirrored }: Way, page: GreyImage): GreyImage => {
  const turned = isHalfTurned ? halfTurned(page) : page
  return isMirrored ? mirrored(turned) : turned
}

/** How certainly a strip of the page can be read in some way. */
interface Sureness {
  readonly way: Way
  readonly sureness: number
}

const surest = (all: readonly Sureness[]): Sureness | undefined =>
  all.toSorted((one, other) => other.sureness - one.sureness)[0]

/** Reads the busiest strip in each of the ways, all in one pass. */
async function surenessOf(
  ways: readonly Way[],
  recogniser: Pick<Recogniser, 'recognise'>,
): Promise<readonly Sureness[]> {
  const { image, tops } = stacked(ways.map((way) => seenIn(way, busiestStrip(way.print.page))))
  const words = await recogniser.recognise(image)
  return ways.map((way, index) => {
    const [top = 0, end = image.height] = [tops[index], tops[index + 1]]
    const within = words.filter(({ box }) => box.y >= top && box.y < end)
    return { way, sureness: lettersIn(within) < FEWEST_LETTERS ? 0 : sureness(within) }
  })
}

function turnedUp(way: Way, words: readonly RecognisedWord[]): UprightPage {
  const { print, isHalfTurned, isMirrored } = way
  const image = seenIn(way, print.page)
  const { width, height } = image
  // The page as it is seen in this way is first mirrored back, and then turned back.
  const back: Homography = [
    isHalfTurned === isMirrored ? 1 : -1,
    0,
    isHalfTurned === isMirrored ? 0 : width,
    0,
    isHalfTurned ? -1 : 1,
    isHalfTurned ? height : 0,
    0,
    0,
    1,
  ]
  return {
    image,
    words: wordsOfText(words),
    rules: print.rules.map((rule) => seenRule(rule, way)),
    toPixels: after(print.toPixels, back),
    turned: turnOf(print.turned, isHalfTurned),
    isMirrored,
  }
}

function seenRule({ direction, box }: Rule, { print, isHalfTurned, isMirrored }: Way): Rule {
  const { width, height } = print.page
  const x = isHalfTurned === isMirrored ? box.x : width - box.x - box.width
  const y = isHalfTurned ? height - box.y - box.height : box.y
  return { direction, box: { ...box, x, y } }
}

function turnOf(turned: Quarter, isHalfTurned: boolean): Quarter {
  if (turned === 0) return isHalfTurned ? 180 : 0
  return isHalfTurned ? 270 : 90
}
