/** The kinds of image that are read. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** The media type of PDF files. */
export const PDF = 'application/pdf'
export type FileType = ImageType | typeof PDF

/** Why a file is not read: an image, a PDF, or a page of it. */
export type ImageFault =
  /** no `data:<media type>;base64,<data>` */
  | { readonly code: 'no_data_url' }
  /** neither png nor jpeg nor webp nor PDF */
  | { readonly code: 'wrong_type' }
  | { readonly code: 'no_base64' }
  | { readonly code: 'empty' }
  /** more than LARGEST_IMAGE bytes */
  | { readonly code: 'too_large' }
  /** the bytes are not what the media type says; absent `found`: nothing that we read */
  | { readonly code: 'other_content'; readonly declared: FileType; readonly found?: FileType }
  /** it breaks off, or cannot be decoded */
  | { readonly code: 'damaged' }
  /** more pictures than one */
  | { readonly code: 'animated' }
  | { readonly code: 'too_small'; readonly width: number; readonly height: number }
  | { readonly code: 'too_many_pixels'; readonly width: number; readonly height: number }
  /** nothing came of reading it in the time and the memory that an image may take, not even the second time */
  | { readonly code: 'unreadable' }
  /** all files together have more than LARGEST_TOGETHER bytes */
  | { readonly code: 'too_large_together' }
  /** a PDF that asks for a password */
  | { readonly code: 'encrypted' }
  /** more than MOST_PAGES, in one PDF or in all files together */
  | { readonly code: 'too_many_pages'; readonly pages: number }
  /** a page of a PDF; its sides in metres */
  | {
      readonly code: 'page_too_large'
      readonly page: number
      readonly width: number
      readonly height: number
    }

/** A part of a JPEG before its data: a marker, a length of two bytes, and as much as it says. */
interface Segment {
  readonly marker: number
  /** where its length stands */
  readonly at: number
  readonly end: number
}

/** The segment that begins at a place; `undefined` when none does, or it is not all there. */
export function nextSegment(view: DataView, from: number): Segment | undefined {
  let at = from
  // A marker may have any number of these before it.
  while (at + 1 < view.byteLength && view.getUint16(at) === 0xffff) at += 1
  if (at + 4 > view.byteLength || view.getUint8(at) !== 0xff) return undefined
  const length = view.getUint16(at + 2)
  if (length < 2) return undefined
  return { marker: view.getUint8(at + 1), at: at + 2, end: at + 2 + length }
}

// ITU T.81, table B.1.
const FIRST_FRAME = 0xc0
const LAST_FRAME = 0xcf
const FIRST_RESTART = 0xd0
const START_OF_SCAN = 0xda
const HUFFMAN_TABLES = 0xc4
const RESERVED = 0xc8
const ARITHMETIC_CONDITIONING = 0xcc

/** The size in the frame header of a JPEG, which stands somewhere before the first scan. */
function jpegSize(view: DataView): ImageSize | undefined {
  let segment = nextSegment(view, 2)
  while (segment !== undefined && !isFrame(segment.marker)) {
    if (hasNoFrameBehind(segment.marker)) return undefined
    segment = nextSegment(view, segment.end)
  }
  return segment && frameSize(view, segment.at)
}

function isFrame(marker: number): boolean {
  if (marker === HUFFMAN_TABLES || marker === RESERVED || marker === ARITHMETIC_CONDITIONING) return false
  return marker >= FIRST_FRAME && marker <= LAST_FRAME
}

// Restart markers, another image, its end, its scan, and what is reserved: none of them comes before a frame.
function hasNoFrameBehind(marker: number): boolean {
  return marker < FIRST_FRAME || (marker >= FIRST_RESTART && marker <= START_OF_SCAN)
}

function frameSize(view: DataView, at: number): ImageSize | undefined {
  // Length, precision, height, width, number of components.
  if (at + 8 > view.byteLength || view.getUint16(at) < 8) return undefined
  return { width: view.getUint16(at + 5), height: view.getUint16(at + 3) }
}

const IHDR = 0x49484452
const IHDR_LENGTH = 13
// Signature, length and name of the chunk, its data, and its checksum.
const HEADER_LENGTH = 8 + 8 + IHDR_LENGTH + 4

/** The size in the first chunk of a PNG, which is always IHDR (PNG, section 11.2.1). */
export function pngSize(view: DataView): ImageSize | undefined {
  if (view.byteLength < HEADER_LENGTH) return undefined
  if (view.getUint32(8) !== IHDR_LENGTH || view.getUint32(12) !== IHDR) return undefined
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

const FIRST_CHUNK = 12
const DATA = FIRST_CHUNK + 8

/** The size in the first chunk of a WebP: lossy, lossless or extended (RFC 9649, section 2). */
function webpSize(view: DataView): ImageSize | undefined {
  if (view.byteLength < DATA + 10) return undefined
  switch (chunkName(view)) {
    case 'VP8 ':
      return lossy(view)
    case 'VP8L':
      return lossless(view)
    case 'VP8X':
      return { width: uint24(view, DATA + 4) + 1, height: uint24(view, DATA + 7) + 1 }
    default:
      return undefined
  }
}

function chunkName(view: DataView): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(FIRST_CHUNK + index)))
}

// RFC 6386, section 9.1: a key frame, its start code, and 14 bits each; the other two say how to scale it.
function lossy(view: DataView): ImageSize | undefined {
  const isKeyFrame = (view.getUint8(DATA) & 1) === 0
  if (!isKeyFrame || uint24(view, DATA + 3) !== 0x2a019d) return undefined
  return { width: view.getUint16(DATA + 6, true) & 0x3fff, height: view.getUint16(DATA + 8, true) & 0x3fff }
}

// RFC 9649, section 3.4: a signature, then 14 bits each, one less than the size.
function lossless(view: DataView): ImageSize | undefined {
  if (view.getUint8(DATA) !== 0x2f) return undefined
  const bits = view.getUint32(DATA + 1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

/** Width and height in pixels. */
interface ImageSize {
  readonly width: number
  readonly height: number
}

/** The kind of image that bytes begin as; `undefined` when it is none that we read. */
export function signedType(bytes: Uint8Array): ImageType | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return start.startsWith('RIFF') && start.slice(8) === 'WEBP' ? 'image/webp' : undefined
}

const PDF_WITHIN = 1024

/** Whether bytes begin as a PDF does; a little may stand before its header (ISO 32000-1, annex H.3, note 13). */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PDF_WITHIN)).includes('%PDF-')
}

/** How large an image is by its header; `undefined` when the header breaks off or is none. */
export function sizeOf(type: ImageType, bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (type) {
    case 'image/png':
      return pngSize(view)
    case 'image/jpeg':
      return jpegSize(view)
    case 'image/webp':
      return webpSize(view)
    default:
      return type satisfies never
  }
}
