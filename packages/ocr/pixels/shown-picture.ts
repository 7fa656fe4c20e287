import { createCanvas, ImageData } from '@napi-rs/canvas'
import type { DocumentImage } from '../images/document-image.js'
import type { Quarter } from '../page/recognised-page.js'
import type { ShownPicture } from '../port.js'
import { LARGEST_SIGNATURE, type ShrunkSignature } from '../signatures/storable-signature.js'
import { type DecodedImage, decodeImage } from './decode-image.js'

const QUALITY = 80

/** The picture to show beside what was read of it: upright, no larger than so many pixels, nothing in it but pixels. */
export async function shownPicture(
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
