import { readDataUrl } from '../images/data-url.js'
import type { CheckedImage } from '../images/document-image.js'
import { signedType, sizeOf } from '../images/image-header.js'
import { structureOf } from '../images/image-structure.js'

/** A picture of a signature is at most so many pixels wide, and as many high. */
export const LONGEST_SIGNATURE_SIDE = 4_000

/**
 * The picture of a signature in a data URL: one still png, jpeg or webp whose bytes are what the media type says and do
 * not break off, of 1 to LONGEST_SIGNATURE_SIDE pixels a side. Nothing is decoded here.
 */
export function signatureImage(dataUrl: string): CheckedImage {
  const read = readDataUrl(dataUrl)
  if (!read.ok) return read
  const { bytes } = read
  const mediaType = signedType(bytes)
  if (mediaType === undefined) return { ok: false, fault: { code: 'wrong_type' } }
  if (mediaType !== read.mediaType) return { ok: false, fault: { code: 'damaged' } }
  const size = sizeOf(mediaType, bytes)
  if (size === undefined || size.width < 1 || size.height < 1)
    return { ok: false, fault: { code: 'damaged' } }
  if (Math.max(size.width, size.height) > LONGEST_SIGNATURE_SIDE)
    return { ok: false, fault: { code: 'too_many_pixels', ...size } }
  const structure = structureOf(mediaType, bytes)
  if (structure !== 'whole') return { ok: false, fault: { code: structure } }
  return { ok: true, image: { mediaType, bytes, ...size } }
}
