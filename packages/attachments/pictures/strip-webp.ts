import { sizeOf } from '@ecmr/ocr/images'
import { type Exif, orientationOnly, readExif } from './exif.js'
import { ascii, joined, type Part, type Stripped } from './stripped.js'

const FIRST_CHUNK = 12
const HEAD = 8
// RFC 9649, section 2.7: flags of an extended file.
const HAS_EXIF = 0b1000
const HAS_XMP = 0b100
/** Some programs write the header that JPEG has before Exif data. */
const JPEG_HEADER = 'Exif\0\0'

/**
 * A WebP without its metadata: Exif, XMP and what is unknown. What its pixels need stays byte for byte; whatever follows its end is left
 * out. `undefined` when it breaks off, is malformed, or is larger than it says.
 */
export function stripWebp(bytes: Uint8Array): Stripped | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = view.getUint32(4, true) + HEAD
  if (end > bytes.length) return undefined
  const kept: Part[] = []
  let extended: Uint8Array | undefined
  let exif: Exif = {}
  let pictures = 0
  for (let at = FIRST_CHUNK; at + HEAD <= end; ) {
    const length = view.getUint32(at + 4, true)
    const last = at + HEAD + length
    if (last > end) return undefined
    const name = ascii(bytes, at, 4)
    const content = bytes.subarray(at + HEAD, last)
    // It comes first and once, or not at all.
    if (name === 'VP8X' && at !== FIRST_CHUNK) return undefined
    if (name === 'VP8X') extended = content
    else if (name === 'EXIF') exif = readExif(withoutHeader(content))
    else if (['ICCP', 'ALPH', 'VP8 ', 'VP8L'].includes(name)) kept.push(chunk(name, content))
    if (name === 'VP8 ' || name === 'VP8L') {
      pictures++
      if (!isOfItsSize(bytes, at)) return undefined
    }
    at = last + (length % 2)
  }
  if (pictures !== 1) return undefined
  const head = extended && extendedHead(extended, exif)
  const turned = head && orientationOnly(exif)
  const parts = [...(head ? [head] : []), ...kept, ...(turned ? [chunk('EXIF', turned)] : [])]
  return { bytes: file(parts), ...(exif.location && { location: exif.location }) }
}

function withoutHeader(content: Uint8Array): Uint8Array {
  return ascii(content, 0, JPEG_HEADER.length) === JPEG_HEADER
    ? content.subarray(JPEG_HEADER.length)
    : content
}

/** The frame has the size that the file says, by which it was admitted. */
function isOfItsSize(bytes: Uint8Array, at: number): boolean {
  const said = sizeOf('image/webp', bytes)
  const frame = sizeOf('image/webp', bytes.subarray(at - FIRST_CHUNK))
  return frame !== undefined && frame.width === said?.width && frame.height === said.height
}

function extendedHead(content: Uint8Array, exif: Exif): Part | undefined {
  if (content.length !== 10) return undefined
  const copy = Uint8Array.from(content)
  copy[0] = ((copy[0] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (orientationOnly(exif) ? HAS_EXIF : 0)
  return chunk('VP8X', copy)
}

function chunk(name: string, content: Uint8Array): Part {
  const head = new Uint8Array(HEAD)
  head.set(Buffer.from(name, 'latin1'))
  new DataView(head.buffer).setUint32(4, content.length, true)
  return joined([head, content, new Uint8Array(content.length % 2)])
}

function file(parts: readonly Part[]): Uint8Array {
  const content = joined([Buffer.from('WEBP', 'latin1'), ...parts])
  const head = new Uint8Array(HEAD)
  head.set(Buffer.from('RIFF', 'latin1'))
  new DataView(head.buffer).setUint32(4, content.length, true)
  return joined([head, content])
}
