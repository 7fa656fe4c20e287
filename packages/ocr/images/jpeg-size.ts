import type { ImageSize } from './image-header.js'
import { nextSegment } from './jpeg-segments.js'

// ITU T.81, table B.1.
const FIRST_FRAME = 0xc0
const LAST_FRAME = 0xcf
const FIRST_RESTART = 0xd0
const START_OF_SCAN = 0xda
const HUFFMAN_TABLES = 0xc4
const RESERVED = 0xc8
const ARITHMETIC_CONDITIONING = 0xcc

/** The size in the frame header of a JPEG, which stands somewhere before the first scan. */
export function jpegSize(view: DataView): ImageSize | undefined {
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
