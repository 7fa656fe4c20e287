import { createCanvas, ImageData } from '@napi-rs/canvas'
import type { DocumentImage } from '../images/document-image.js'
import type { ImageFault } from '../images/image-size.js'
import type { Homography, Quarter, RecognisedPage, RecognisedWord, Rule } from '../page/recognised-page.js'
import type { ShownPicture } from '../port.js'
import { LARGEST_SIGNATURE, type ShrunkSignature } from '../signatures/storable-signature.js'
import type { Recogniser } from '../tesseract/recogniser.js'
import { type DecodedImage, decodeImage } from './decode-image.js'
import { evenLight } from './even-light.js'
import { type FlatPage, flatPage } from './flat-page.js'
import { busiestStrip, type GreyImage, greyOf, halfTurned, rulesHalfTurned } from './grey-image.js'
import { after, scaled } from './plane.js'
import { withoutPrintedLines, withoutSpecks } from './printed-lines.js'

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
  const letters = counted.reduce((sum, { text }) => sum + text.length, 0)
  const sure = counted.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return letters === 0 ? 0 : sure / letters
}

/** A flat page the right way up, and what was recognised on it. */
interface UprightPage {
  readonly width: number
  readonly height: number
  readonly words: readonly RecognisedWord[]
  readonly rules: readonly Rule[]
  /** from pixels of the page to pixels of the image that it was found in */
  readonly toPixels: Homography
  /** how far that was turned clockwise */
  readonly turned: Quarter
}

// Upright text is read with more certainty than this, however badly it is printed.
const SURE = 0.6

/** Recognises a page, the other way up when that can be read better. */
async function recognisedUpright(flat: FlatPage, recogniser: Recogniser): Promise<UprightPage> {
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

export type RenderedPicture =
  | { readonly ok: true; readonly picture: ShownPicture }
  | { readonly ok: false; readonly fault: ImageFault }

export type PageRecognition =
  | { readonly ok: true; readonly picture: ShownPicture; readonly page: RecognisedPage }
  | { readonly ok: false; readonly fault: ImageFault }

/** Longest side, in pixels, of a picture for people. */
const TO_BE_SEEN = 1600
/** And of one that is read elsewhere: an A4 page at 200 dpi. */
const TO_BE_READ = 2400

const damaged = { ok: false, fault: { code: 'damaged' } } as const

/** Decodes an image and reduces it to what is shown; nothing is recognised, and it is turned by its Exif orientation only. */
export async function renderPicture(image: DocumentImage): Promise<RenderedPicture> {
  const decoded = await decodeImage(image)
  return decoded === undefined ? damaged : { ok: true, picture: await shownPicture(decoded, 0, TO_BE_READ) }
}

/** Decodes an image, makes the page in it upright and flat, and recognises its words and lines. */
export async function recognisePage(image: DocumentImage, recogniser: Recogniser): Promise<PageRecognition> {
  const decoded = await decodeImage(image)
  if (decoded === undefined) return damaged
  const upright = await recognisedEitherWay(decoded, recogniser)
  const picture = await shownPicture(decoded, upright.turned, TO_BE_SEEN)
  const toImage = after(scaled(1 / decoded.width, 1 / decoded.height), upright.toPixels)
  const { width, height, words, rules } = upright
  return { ok: true, picture, page: { width, height, words, rules, toImage } }
}

/** What is read badly may lie on its side, or not, whatever it looks like. */
async function recognisedEitherWay(image: DecodedImage, recogniser: Recogniser): Promise<UprightPage> {
  const grey = withoutSpecks(greyOf(image))
  const flat = flatPage(image, grey)
  const first = await recognisedUpright(flat, recogniser)
  if (sureness(first.words) >= SURE) return first
  const second = await recognisedUpright(flatPage(image, grey, flat.turned === 0), recogniser)
  return sureness(second.words) > sureness(first.words) ? second : first
}

const QUALITY = 80

/** The picture to show beside what was read of it: upright, no larger than so many pixels, nothing in it but pixels. */
async function shownPicture(
  image: DecodedImage,
  turned: Quarter,
  longestSide: number,
): Promise<ShownPicture> {
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  const across = Math.max(1, Math.round(image.width * scale))
  const down = Math.max(1, Math.round(image.height * scale))
  const [width, height] = turned === 90 || turned === 270 ? [down, across] : [across, down]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.translate(width / 2, height / 2)
  context.rotate((turned * Math.PI) / 180)
  context.drawImage(asCanvas(image), -across / 2, -down / 2, across, down)
  return { jpeg: await canvas.encode('jpeg', QUALITY), width, height, turned }
}

function asCanvas({ width, height, pixels }: DecodedImage) {
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0)
  return canvas
}

/** Longest sides, in pixels, from the best to the last: even noise fits into the limit at 250. */
const SIDES = [1200, 800, 500, 350, 250]

/** Decodes a picture and encodes it as the largest JPEG, on white, that fits into LARGEST_SIGNATURE bytes. */
export async function shrinkPicture(image: DocumentImage): Promise<ShrunkSignature> {
  const decoded = await decodeImage(image)
  if (decoded === undefined) return { ok: false, fault: { code: 'damaged' } }
  for (const side of SIDES) {
    const { jpeg } = await shownPicture(decoded, 0, side)
    if (jpeg.length <= LARGEST_SIGNATURE) return { ok: true, jpeg }
  }
  return { ok: false, fault: { code: 'too_large' } }
}
