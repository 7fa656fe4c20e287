import type { DocumentImage } from '../images/document-image.js'
import type { ImageFault } from '../images/image-fault.js'
import type { RecognisedPage } from '../page/recognised-page.js'
import type { ShownPicture } from '../port.js'
import type { Recogniser } from '../tesseract/recogniser.js'
import { type DecodedImage, decodeImage } from './decode-image.js'
import { flatPage } from './flat-page.js'
import { greyOf } from './grey-of.js'
import { after, scaled } from './plane.js'
import { recognisedUpright, SURE, type UprightPage } from './recognised-upright.js'
import { shownPicture } from './shown-picture.js'
import { withoutSpecks } from './without-specks.js'
import { sureness } from './words-of-text.js'

export type SeenPicture =
  | { readonly ok: true; readonly picture: ShownPicture }
  | { readonly ok: false; readonly fault: ImageFault }

export type SeenPage =
  | { readonly ok: true; readonly picture: ShownPicture; readonly page: RecognisedPage }
  | { readonly ok: false; readonly fault: ImageFault }

/** Longest side, in pixels, of a picture for people. */
const TO_BE_SEEN = 1600
/** And of one that somebody else reads: an A4 page at 200 dpi. */
const TO_BE_READ = 2400

const damaged = { ok: false, fault: { code: 'damaged' } } as const

/** Decodes an image and reduces it to what is shown; nothing is recognised, and it is turned by its Exif orientation only. */
export async function lookAtPicture(image: DocumentImage): Promise<SeenPicture> {
  const decoded = await decodeImage(image)
  return decoded === undefined ? damaged : { ok: true, picture: await shownPicture(decoded, 0, TO_BE_READ) }
}

/** Decodes an image, makes the page in it upright and flat, and recognises its words and lines. */
export async function lookAtPage(image: DocumentImage, recogniser: Recogniser): Promise<SeenPage> {
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
