import { crc32, createInflate } from 'node:zlib'
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import type { DocumentImage } from '../images/document-image.js'
import { pngSize } from '../images/image-size.js'
import { collectGarbage } from './collect-garbage.js'

const SIGNATURE = 8
const END = 0x49454e44

/**
 * Whether the chunks of a PNG hold what was written (PNG, section 5.5). The decoder does not look, and draws a damaged image as far
 * as it can.
 */
function hasGoodChecksums(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = SIGNATURE
  while (at + 12 <= bytes.length) {
    const data = at + 8 + view.getUint32(at)
    if (data + 4 > bytes.length || crc32(bytes.subarray(at + 4, data)) !== view.getUint32(data)) return false
    if (view.getUint32(at + 4) === END) return true
    at = data + 4
  }
  return false
}

const DEPTH = 24
const COLOUR_TYPE = 25
const INTERLACING = 28
const DATA = 0x49444154
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Of each pass of Adam7: its first column and row, and the steps between them (section 8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const AS_A_WHOLE = [[0, 0, 1, 1]] as const

/**
 * Whether the data of a PNG with sound chunks can be unpacked, and holds all of its rows; what there is more is not looked at. The
 * decoder leaves black what it does not find.
 */
async function hasAllRows(bytes: Uint8Array): Promise<boolean> {
  let missing = unpackedLength(bytes)
  const unpacked = createInflate({ chunkSize: 256 * 1024 }).end(dataOf(bytes))
  try {
    for await (const part of unpacked) {
      missing -= part.length
      if (missing <= 0) return true
    }
  } catch {
    // No such data at all, or damaged before its end.
  }
  return false
}

function unpackedLength(bytes: Uint8Array): number {
  const { width, height } = pngSize(viewOf(bytes)) ?? { width: 0, height: 0 }
  const bits = (bytes[DEPTH] ?? 0) * (CHANNELS[bytes[COLOUR_TYPE] ?? 0] ?? 0)
  const passes = bytes[INTERLACING] === 1 ? PASSES : AS_A_WHOLE
  return passes.reduce((sum, [left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across)
    const rows = Math.ceil((height - top) / down)
    return sum + rows * (1 + Math.ceil((columns * bits) / 8))
  }, 0)
}

function dataOf(bytes: Uint8Array): Buffer {
  const view = viewOf(bytes)
  const parts: Uint8Array[] = []
  for (let at = SIGNATURE; at + 12 <= bytes.length; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === DATA) parts.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)))
  return Buffer.concat(parts)
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

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

/** Decodes an image as `openImage` does. */
export async function decodeImage(image: DocumentImage): Promise<DecodedImage | undefined> {
  return (await openImage(image))?.decoded
}

/** An image decoded, and the canvas that it was drawn on. */
export interface OpenImage {
  readonly decoded: DecodedImage
  readonly canvas: Canvas
}

/**
 * Decodes an image, reduced to what recognition can use; `undefined` when it is damaged. What breaks off is drawn by the decoder as
 * far as it goes, and the rest is left transparent: in kinds of image that know no transparency this is how it shows.
 */
export async function openImage(image: DocumentImage): Promise<OpenImage | undefined> {
  if (image.mediaType === 'image/png' && !(await isSound(image.bytes))) return undefined
  const canvas = await drawn(image)
  if (canvas === undefined) return undefined
  // What was decoded is on the canvas now, and is large.
  await collectGarbage()
  const { width, height } = canvas
  const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data
  if (!mayBeTransparent(image) && isTransparent(pixels)) return undefined
  return { decoded: { width, height, pixels }, canvas }
}

async function drawn(image: DocumentImage): Promise<Canvas | undefined> {
  const loadedImage = await loaded(image.bytes)
  if (loadedImage === undefined) return undefined
  const { width, height } = reducedSize(loadedImage)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  // In the lowest quality, thin strokes get lost between pixels.
  context.imageSmoothingQuality = 'high'
  context.drawImage(loadedImage, 0, 0, width, height)
  if (mayBeTransparent(image)) {
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
  }
  return canvas
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

// Of WebP only the plain lossy kind is certainly opaque.
function mayBeTransparent({ mediaType, bytes }: DocumentImage): boolean {
  if (mediaType === 'image/webp') return Buffer.from(bytes.subarray(12, 16)).toString('latin1') !== 'VP8 '
  return mediaType === 'image/png'
}

function isTransparent(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true
  return false
}
