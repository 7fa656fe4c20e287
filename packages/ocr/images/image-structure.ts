import type { ImageType } from './image-types.js'
import { jpegStructure } from './jpeg-structure.js'
import { pngStructure } from './png-structure.js'
import { webpStructure } from './webp-structure.js'

/** What the parts of an image say of it as a whole: it is one picture, it breaks off, or it holds several in a row. */
export type ImageStructure = 'whole' | 'damaged' | 'animated'

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
