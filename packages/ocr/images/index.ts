// The part that looks at files without decoding them; it loads nothing else.
export { documentFileOf } from './document-file.js'
export { LARGEST_IMAGE } from './document-image.js'
export { type ImageType, nextSegment, sizeOf } from './image-size.js'
