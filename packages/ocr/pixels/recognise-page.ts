import { createCanvas, ImageData } from '@napi-rs/canvas'
import type { DocumentImage } from '../images/document-image.js'
import type { ImageFault } from '../images/image-size.js'
import type { Quarter, RecognisedPage } from '../page/recognised-page.js'
import type { ShownPicture } from '../port.js'
import { LARGEST_SIGNATURE, type ShrunkSignature } from '../signatures/storable-signature.js'
import type { Recogniser } from '../tesseract/recogniser.js'
import { type DecodedImage, decodeImage } from './decode-image.js'
import { after, scaled } from './plane.js'
import { StageClock, type StageSeconds } from './stage-clock.js'
import { uprightPage } from './upright-page.js'

export type RenderedPicture =
  | { readonly ok: true; readonly picture: ShownPicture }
  | { readonly ok: false; readonly fault: ImageFault }

export type PageRecognition =
  | {
      readonly ok: true
      readonly picture: ShownPicture
      readonly page: RecognisedPage
      /** the page was read as its mirror image, since it is one itself */
      readonly isMirrored: boolean
      /** processor time of each step */
      readonly seconds: StageSeconds
    }
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
export async function recognisePage(
  image: DocumentImage,
  recogniser: Pick<Recogniser, 'recognise'>,
): Promise<PageRecognition> {
  const clock = new StageClock()
  const decoded = await decodeImage(image)
  if (decoded === undefined) return damaged
  const upright = await uprightPage(decoded, recogniser, clock)
  const picture = await shownPicture(decoded, upright.turned, TO_BE_SEEN)
  clock.lap('decode')
  const toImage = after(scaled(1 / decoded.width, 1 / decoded.height), upright.toPixels)
  const { width, height, words, rules, isMirrored } = upright
  const page = { width, height, words, rules, toImage }
  return { ok: true, picture, page, isMirrored, seconds: clock.seconds }
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
