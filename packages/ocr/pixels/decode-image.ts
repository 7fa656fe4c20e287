import { createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { DocumentImage } from '../images/document-image.js'
import { hasGoodChecksums } from './png-checksums.js'
import { hasAllRows } from './png-rows.js'

/** An image decoded and drawn on white, its Exif orientation applied. */
export interface DecodedImage {
  readonly width: number
  readonly height: number
  /** red, green, blue and what is of no use, row by row */
  readonly pixels: Uint8ClampedArray
}

// Enough for A4 at 260 dots per inch within a photograph.
const MOST_PIXELS = 9_000_000
// What is longer is no page; no canvas is as long as an image may be.
const LONGEST_SIDE = 12_000

/**
 * Decodes an image, reduced to what recognition can use; `undefined` when it is damaged. What breaks off is drawn by the decoder as
 * far as it goes, and the rest is left transparent: in kinds of image that know no transparency this is how it shows.
 */
export async function decodeImage(image: DocumentImage): Promise<DecodedImage | undefined> {
  if (image.mediaType === 'image/png' && !(await isSound(image.bytes))) return undefined
  const decoded = await loaded(image.bytes)
  if (decoded === undefined) return undefined
  const { width, height } = reducedSize(decoded)
  const context = createCanvas(width, height).getContext('2d')
  // In the lowest quality, thin strokes get lost between pixels.
  context.imageSmoothingQuality = 'high'
  context.drawImage(decoded, 0, 0, width, height)
  if (!mayBeTransparent(image) && isTransparent(context, width, height)) return undefined
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return { width, height, pixels: context.getImageData(0, 0, width, height).data }
}

const isSound = async (png: Uint8Array): Promise<boolean> => hasGoodChecksums(png) && (await hasAllRows(png))

async function loaded(bytes: Uint8Array): Promise<Image | undefined> {
  try {
    return await loadImage(bytes)
  } catch {
    return undefined
  }
}

function reducedSize({ width, height }: Image): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)), LONGEST_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

// Of WebP only the plain lossy kind is surely opaque.
function mayBeTransparent({ mediaType, bytes }: DocumentImage): boolean {
  if (mediaType === 'image/webp') return Buffer.from(bytes.subarray(12, 16)).toString('latin1') !== 'VP8 '
  return mediaType === 'image/png'
}

function isTransparent(context: SKRSContext2D, width: number, height: number): boolean {
  const { data } = context.getImageData(0, 0, width, height)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
  return false
}
