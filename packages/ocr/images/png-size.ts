import type { ImageSize } from './image-header.js'

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
