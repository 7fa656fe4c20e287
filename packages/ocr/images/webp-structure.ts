import type { ImageStructure } from './image-structure.js'

// `RIFF` and the length of what follows these two.
const BEFORE_CONTENT = 8
const FIRST_CHUNK = 12
const EXTENDED = 0x56503858
const FLAGS = FIRST_CHUNK + 8
const HAS_ANIMATION = 0b10

/** A WebP has as many bytes as it says, or more; the flags of an extended one say whether it moves (RFC 9649, section 2.7). */
export function webpStructure(view: DataView): ImageStructure {
  if (view.getUint32(4, true) + BEFORE_CONTENT > view.byteLength) return 'damaged'
  const isExtended = view.getUint32(FIRST_CHUNK) === EXTENDED
  return isExtended && (view.getUint8(FLAGS) & HAS_ANIMATION) !== 0 ? 'animated' : 'whole'
}
