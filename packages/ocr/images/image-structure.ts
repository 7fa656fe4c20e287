import { type ImageType, nextSegment } from './image-size.js'

// ITU T.81, table B.1.
const PROGRESSIVE_FRAMES = [0xc2, 0xc6, 0xca, 0xce]
const START_OF_SCAN = 0xda
const END_OF_IMAGE = Buffer.from([0xff, 0xd9])

/**
 * A JPEG has a scan behind its frame. Whether that is all there is seen when it is decoded, for nothing in the headers says how long
 * it is. A progressive one has many scans, and whatever is there of them can be decoded, so that its end has to be marked.
 */
function jpegStructure(view: DataView): ImageStructure {
  let isProgressive = false
  let segment = nextSegment(view, 2)
  while (segment !== undefined && segment.marker !== START_OF_SCAN) {
    isProgressive ||= PROGRESSIVE_FRAMES.includes(segment.marker)
    segment = nextSegment(view, segment.end)
  }
  if (segment === undefined) return 'damaged'
  return isProgressive && !hasEndBehind(view, segment.end) ? 'damaged' : 'whole'
}

function hasEndBehind({ buffer, byteOffset, byteLength }: DataView, from: number): boolean {
  return Buffer.from(buffer, byteOffset, byteLength).lastIndexOf(END_OF_IMAGE) >= from
}

const SIGNATURE = 8
// Length and name before a chunk's data, and a checksum behind it.
const AROUND_DATA = 12
const DATA = 0x49444154
const ANIMATION = 0x6163544c
const END = 0x49454e44

/** A PNG is whole when its chunks lead from some data to its end (PNG, section 5.6); what follows the end counts for nothing. */
function pngStructure(view: DataView): ImageStructure {
  let hasData = false
  for (let at = SIGNATURE; at + AROUND_DATA <= view.byteLength; at += AROUND_DATA + view.getUint32(at)) {
    const name = view.getUint32(at + 4)
    if (name === END) return hasData ? 'whole' : 'damaged'
    if (name === DATA) hasData = true
    // Behind the data it has no meaning (section 11.3.6).
    if (name === ANIMATION && !hasData) return 'animated'
  }
  return 'damaged'
}

// `RIFF` and the length of what follows these two.
const BEFORE_CONTENT = 8
const FIRST_CHUNK = 12
const EXTENDED = 0x56503858
const FLAGS = FIRST_CHUNK + 8
const HAS_ANIMATION = 0b10

/** A WebP has as many bytes as it says, or more; the flags of an extended one say whether it moves (RFC 9649, section 2.7). */
function webpStructure(view: DataView): ImageStructure {
  if (view.getUint32(4, true) + BEFORE_CONTENT > view.byteLength) return 'damaged'
  const isExtended = view.getUint32(FIRST_CHUNK) === EXTENDED
  return isExtended && (view.getUint8(FLAGS) & HAS_ANIMATION) !== 0 ? 'animated' : 'whole'
}

/** What the parts of an image say of it as a whole: it is one picture, it breaks off, or it holds several in a row. */
type ImageStructure = 'whole' | 'damaged' | 'animated'

/**
 * Walks once over the parts of an image whose header is good. Nothing is decoded, so damage within a part is seen only when it
 * is; but decoders draw what breaks off as far as it goes and are silent about the rest, which is seen here.
 */
export function structureOf(type: ImageType, bytes: Uint8Array): ImageStructure {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (type) {
    case 'image/png':
      return pngStructure(view)
    case 'image/jpeg':
      return jpegStructure(view)
    case 'image/webp':
      return webpStructure(view)
    default:
      return type satisfies never
  }
}
