import type { ImageStructure } from './image-structure.js'

const SIGNATURE = 8
// Length and name before a chunk's data, and a checksum behind it.
const AROUND_DATA = 12
const DATA = 0x49444154
const ANIMATION = 0x6163544c
const END = 0x49454e44

/** A PNG is whole when its chunks lead from some data to its end (PNG, section 5.6); what follows the end counts for nothing. */
export function pngStructure(view: DataView): ImageStructure {
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
