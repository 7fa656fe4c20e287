import type { ImageSize } from './image-header.js'

const FIRST_CHUNK = 12
const DATA = FIRST_CHUNK + 8

/** The size in the first chunk of a WebP: lossy, lossless or extended (RFC 9649, section 2). */
export function webpSize(view: DataView): ImageSize | undefined {
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
