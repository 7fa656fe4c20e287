import type { ImageStructure } from './image-structure.js'
import { nextSegment } from './jpeg-segments.js'

// ITU T.81, table B.1.
const PROGRESSIVE_FRAMES = [0xc2, 0xc6, 0xca, 0xce]
const START_OF_SCAN = 0xda
const END_OF_IMAGE = Buffer.from([0xff, 0xd9])

/**
 * A JPEG has a scan behind its frame. Whether that is all there is seen when it is decoded, for nothing in the headers says how long
 * it is. A progressive one has many scans, and whatever is there of them can be decoded, so that its end has to be marked.
 */
export function jpegStructure(view: DataView): ImageStructure {
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
