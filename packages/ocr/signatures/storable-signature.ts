import type { ImageFault } from '../images/image-fault.js'
import type { Asker } from '../tesseract/pool/page-pool.js'
import { signatureImage } from './signature-image.js'
import type { SignatureShrinker } from './signature-shrinker.js'

/** More bytes of a picture are not stored: 100 KB. */
export const LARGEST_SIGNATURE = 100 * 1024

export type StorableSignature =
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
  asker: Asker,
): Promise<StorableSignature> {
  const checked = signatureImage(dataUrl)
  if (!checked.ok) return checked
  const { image } = checked
  if (image.bytes.length <= LARGEST_SIGNATURE) return { ok: true, dataUrl }
  if (shrinker === undefined) return { ok: false, fault: { code: 'too_large' } }
  const shrunk = await shrinker.shrinkSignature(image, asker)
  if (!shrunk.ok) return shrunk
  return { ok: true, dataUrl: `data:image/jpeg;base64,${Buffer.from(shrunk.jpeg).toString('base64')}` }
}
