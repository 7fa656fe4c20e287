import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import type { DocumentImage } from '../images/document-image.js'

/** An image decoded and drawn on white, its Exif orientation applied. */
export interface DecodedImage {
  readonly width: number
  readonly height: number
  /** red, green, blue and what is of no use, row by row */
  readonly pixels: Uint8ClampedArray
}

// A4 at some 250 dpi. Recognition of more takes longer and does not get better.
const MOST_PIXELS = 6_000_000

/** Decodes an image, reduced to what recognition can use; `undefined` when it is damaged. */
export async function decodeImage({ bytes }: DocumentImage): Promise<DecodedImage | undefined> {
  const image = await decoded(bytes)
  if (image === undefined) return undefined
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (image.width * image.height)))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const context = createCanvas(width, height).getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return { width, height, pixels: context.getImageData(0, 0, width, height).data }
}

async function decoded(bytes: Uint8Array): Promise<Image | undefined> {
  try {
    return await loadImage(bytes)
  } catch {
    return undefined
  }
}
