import type { Homography, Quarter, RecognisedWord, Rule } from '../page/recognised-page.js'
import type { Recogniser } from '../tesseract/recogniser.js'
import { evenLight } from './even-light.js'
import type { FlatPage } from './flat-page.js'
import type { GreyImage } from './grey-image.js'
import { busiestStrip, halfTurned, rulesHalfTurned } from './half-turn.js'
import { after } from './plane.js'
import { withoutPrintedLines } from './printed-lines.js'
import { sureness, wordsOfText } from './words-of-text.js'

/** A flat page the right way up, and what was recognised on it. */
export interface UprightPage {
  readonly width: number
  readonly height: number
  readonly words: readonly RecognisedWord[]
  readonly rules: readonly Rule[]
  /** from pixels of the page to pixels of the image that it was found in */
  readonly toPixels: Homography
  /** how far that was turned clockwise */
  readonly turned: Quarter
}

// What stands upright is read more surely than this, however badly it is printed.
export const SURE = 0.6

/** Recognises a page, the other way up when that can be read better. */
export async function recognisedUpright(flat: FlatPage, recogniser: Recogniser): Promise<UprightPage> {
  const { page, rules } = withoutPrintedLines(evenLight(flat.image))
  const { width, height } = page
  // A page on its side was turned one way of two, so that it is as likely upside down as not.
  const words = flat.turned === 0 ? await recogniser.recognise(page) : undefined
  if (words !== undefined && sureness(words) >= SURE)
    return { ...flat, width, height, rules, words: wordsOfText(words) }
  if (!(await isUpsideDown(page, recogniser))) {
    const found = words ?? (await recogniser.recognise(page))
    return { ...flat, width, height, rules, words: wordsOfText(found) }
  }
  return {
    width,
    height,
    words: wordsOfText(await recogniser.recognise(halfTurned(page))),
    rules: rulesHalfTurned(rules, page),
    toPixels: after(flat.toPixels, [-1, 0, width, 0, -1, height, 0, 0, 1]),
    turned: flat.turned === 0 ? 180 : 270,
  }
}

async function isUpsideDown(page: GreyImage, recogniser: Recogniser): Promise<boolean> {
  const strip = busiestStrip(page)
  const asItIs = await recogniser.recognise(strip)
  const turned = await recogniser.recognise(halfTurned(strip))
  return sureness(turned) > sureness(asItIs)
}
