import type { ImageStructure } from './image-structure.js'
import { nextSegment } from './jpeg-segments.js'

// ITU T.81, table B.1.
const START_OF_SCAN = 0xda

/**
 * A JPEG has a scan behind its frame. Whether the scan is all there is seen when it is decoded: cameras have been known to leave out
 * the marker at the end, and nothing in the headers says how long a scan is.
 */
export function jpegStructure(view: DataView): ImageStructure {
  let segment = nextSegment(view, 2)
  while (segment !== undefined && segment.marker !== START_OF_SCAN) segment = nextSegment(view, segment.end)
  return segment === undefined ? 'damaged' : 'whole'
}
