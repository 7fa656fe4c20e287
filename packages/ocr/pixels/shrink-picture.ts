import type { DocumentImage } from '../images/document-image.js'
import type { ShrunkSignature } from '../signatures/signature-shrinker.js'
import { LARGEST_SIGNATURE } from '../signatures/storable-signature.js'
import { decodeImage } from './decode-image.js'
import { shownPicture } from './shown-picture.js'

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
