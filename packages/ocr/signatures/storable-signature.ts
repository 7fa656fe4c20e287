import { type CheckedImage, type DocumentImage, readDataUrl } from '../images/document-image.js'
import { type ImageFault, signedType, sizeOf } from '../images/image-size.js'
import { structureOf } from '../images/image-structure.js'
import type { Caller } from '../port.js'

/** A picture of a signature is at most so many pixels wide, and as many high. */
export const LONGEST_SIGNATURE_SIDE = 4_000

/**
 * The picture of a signature in a data URL: one still png, jpeg or webp whose bytes are what the media type says and do
 * not break off, of 1 to LONGEST_SIGNATURE_SIDE pixels a side. Nothing is decoded here.
 */
function signatureImage(dataUrl: string): CheckedImage {
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

export type ShrunkSignature =
  | { readonly ok: true; readonly jpeg: Uint8Array }
  | { readonly ok: false; readonly fault: ImageFault }

/** Decodes pictures of signatures, apart from the process that asks, and encodes them small enough to be stored. */
export interface SignatureShrinker {
  /**
   * @throws DocumentReadingUnavailable when no process can be started, or too many pictures are waiting
   * @throws the signal's reason when it aborts
   */
  shrinkSignature(image: DocumentImage, caller: Caller): Promise<ShrunkSignature>
}

/** More bytes of a picture are not stored: 100 KB. */
export const LARGEST_SIGNATURE = 100 * 1024

type StorableSignature =
  | { readonly ok: true; readonly dataUrl: string }
  | { readonly ok: false; readonly fault: ImageFault }

/**
 * The picture of a signature as it may be recorded: as it was sent when it takes at most LARGEST_SIGNATURE bytes, otherwise
 * smaller, as a JPEG on white that a process of the pool makes.
 *
 * @param shrinker absent: larger pictures are refused as `too_large`
 * @throws DocumentReadingUnavailable when no process can do so now
 * @throws the signal's reason when it aborts
 */
export async function storableSignature(
  dataUrl: string,
  shrinker: SignatureShrinker | undefined,
  caller: Caller,
): Promise<StorableSignature> {
  const checked = signatureImage(dataUrl)
  if (!checked.ok) return checked
  const { image } = checked
  if (image.bytes.length <= LARGEST_SIGNATURE) return { ok: true, dataUrl }
  if (shrinker === undefined) return { ok: false, fault: { code: 'too_large' } }
  const shrunk = await shrinker.shrinkSignature(image, caller)
  if (!shrunk.ok) return shrunk
  return { ok: true, dataUrl: `data:image/jpeg;base64,${Buffer.from(shrunk.jpeg).toString('base64')}` }
}
