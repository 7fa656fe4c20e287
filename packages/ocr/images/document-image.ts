import { LARGEST_IMAGE, readDataUrl } from './data-url.js'
import type { ImageFault } from './image-fault.js'
import { signedType, sizeOf } from './image-header.js'
import { structureOf } from './image-structure.js'
import { type ImageType, imageTypes } from './image-types.js'

export { type ImageType, imageTypes } from './image-types.js'

/** More pixels are not read. */
export const MOST_PIXELS = 50_000_000

/** On each side, in pixels. In less than this there is no room for a caption and a value below it, in the smallest print. */
export const LEAST_SIDE = 40

/** An image that is what it says. */
export interface DocumentImage {
  readonly mediaType: ImageType
  readonly bytes: Uint8Array
  /** in pixels, as the header says */
  readonly width: number
  readonly height: number
}

export type CheckedImage =
  | { readonly ok: true; readonly image: DocumentImage }
  | { readonly ok: false; readonly fault: ImageFault }

/**
 * The image in a data URL: one png, jpeg or webp, whose bytes are what the media type says and do not break off, up to 10 MB and
 * 50 megapixels. Nothing is decoded here; whether the rest can be is seen when it is.
 *
 * @example
 * documentImage('data:image/png;base64,iVBORw0KGgo…')
 */
export function documentImage(text: string): CheckedImage {
  const read = readDataUrl(text)
  if (!read.ok) return read
  const mediaType = typeNamed(read.mediaType)
  if (mediaType === undefined) return refused({ code: 'wrong_type' })
  const { bytes } = read
  const found = signedType(bytes)
  if (found !== mediaType)
    return refused({ code: 'other_content', declared: mediaType, ...(found && { found }) })
  return measured(mediaType, bytes)
}

/**
 * The image in a file, whatever its name says: png, jpeg or webp by its bytes, with the limits of `documentImage`. Looks at the
 * header only, as that does.
 */
export function documentImageInFile(bytes: Uint8Array): CheckedImage {
  if (bytes.length === 0) return refused({ code: 'empty' })
  if (bytes.length > LARGEST_IMAGE) return refused({ code: 'too_large' })
  const mediaType = signedType(bytes)
  return mediaType === undefined ? refused({ code: 'wrong_type' }) : measured(mediaType, bytes)
}

function measured(mediaType: ImageType, bytes: Uint8Array): CheckedImage {
  const size = sizeOf(mediaType, bytes)
  if (size === undefined || size.width < 1 || size.height < 1) return refused({ code: 'damaged' })
  if (size.width * size.height > MOST_PIXELS) return refused({ code: 'too_many_pixels', ...size })
  if (Math.min(size.width, size.height) < LEAST_SIDE) return refused({ code: 'too_small', ...size })
  const structure = structureOf(mediaType, bytes)
  if (structure !== 'whole') return refused({ code: structure })
  return { ok: true, image: { mediaType, bytes, ...size } }
}

const refused = (fault: ImageFault): CheckedImage => ({ ok: false, fault })

// `image/jpg` is no registered name, but programs write it all the same.
function typeNamed(name: string): ImageType | undefined {
  return name === 'image/jpg' ? 'image/jpeg' : imageTypes.find((type) => type === name)
}
