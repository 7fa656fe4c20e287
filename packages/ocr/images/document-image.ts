import { type ImageFault, type ImageType, imageTypes, isPdf, PDF, signedType, sizeOf } from './image-size.js'
import { structureOf } from './image-structure.js'

export { type ImageType, imageTypes } from './image-size.js'

/** More bytes than this an image may not have: 10 MB. */
export const LARGEST_IMAGE = 10 * 1024 * 1024

/** As text it is a third longer, and may be broken into lines. What is longer still is not looked at. */
export const LONGEST_DATA_URL = 15 * 1024 * 1024

const LONGEST_HEADER = 256
// RFC 2397; parameters of the media type, such as a name, mean nothing to us.
const HEADER = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w.+-]+=(?:[\w.+%-]+|"[^"]*"))*;base64$/i

type ReadDataUrl =
  | { readonly ok: true; readonly mediaType: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly fault: ImageFault }

/**
 * Takes a data URL apart: base64 only, in its standard alphabet and with its padding. Line breaks are passed over, as tools
 * write them every 76 characters.
 */
export function readDataUrl(text: string): ReadDataUrl {
  if (text.length > LONGEST_DATA_URL) return noDataUrl('too_large')
  const comma = text.slice(0, LONGEST_HEADER).indexOf(',')
  const mediaType = comma === -1 ? undefined : HEADER.exec(text.slice(0, comma).trimStart())?.[1]
  if (mediaType === undefined) return noDataUrl('no_data_url')
  const base64 = inOneLine(text.slice(comma + 1))
  if (base64 === '') return noDataUrl('empty')
  if (decodedLength(base64) > LARGEST_IMAGE) return noDataUrl('too_large')
  const bytes = Buffer.from(base64, 'base64')
  // Buffer passes over what is no base64; only what it would write itself is.
  if (bytes.toString('base64') !== base64) return noDataUrl('no_base64')
  return { ok: true, mediaType: mediaType.toLowerCase(), bytes }
}

const noDataUrl = (code: 'no_data_url' | 'no_base64' | 'empty' | 'too_large'): ReadDataUrl => ({
  ok: false,
  fault: { code },
})

const inOneLine = (text: string): string => (/[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, '') : text)

function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.floor((base64.length * 3) / 4) - padding
}

/** More pixels are not read. */
export const MOST_PIXELS = 50_000_000

/** On each side, in pixels. In less than this there is no room for a caption and a value below it, in the smallest print. */
const LEAST_SIDE = 40

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
  const found = signedType(bytes) ?? (isPdf(bytes) ? PDF : undefined)
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

// `image/jpg` is no registered name, but programs send it.
function typeNamed(name: string): ImageType | undefined {
  return name === 'image/jpg' ? 'image/jpeg' : imageTypes.find((type) => type === name)
}
