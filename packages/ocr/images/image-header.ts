import type { ImageType } from './image-types.js'
import { jpegSize } from './jpeg-size.js'
import { pngSize } from './png-size.js'
import { webpSize } from './webp-size.js'

/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** The kind of image that bytes begin as; `undefined` when it is none that we read. */
export function signedType(bytes: Uint8Array): ImageType | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return start.startsWith('RIFF') && start.slice(8) === 'WEBP' ? 'image/webp' : undefined
}

/** How large an image is by its header; `undefined` when the header breaks off or is none. */
export function sizeOf(type: ImageType, bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (type) {
    case 'image/png':
      return pngSize(view)
    case 'image/jpeg':
      return jpegSize(view)
    case 'image/webp':
      return webpSize(view)
    default:
      return type satisfies never
  }
}
