import { createHash } from 'node:crypto'
import type { DocumentImage } from '../images/document-image.js'
import type { DocumentReading } from '../port.js'

/** What the answer says of the image, as it was sent. */
export function imageFacts({ mediaType, bytes, width, height }: DocumentImage): DocumentReading['image'] {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { media_type: mediaType, bytes: bytes.length, sha256, width, height }
}
