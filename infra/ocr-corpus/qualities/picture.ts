import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas'
import type { Chance } from '../data/chance.js'

/** Red, green, blue and 255 for each pixel, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray
}

export interface Size {
  readonly width: number
  readonly height: number
}

export type Colour = readonly [red: number, green: number, blue: number]

/** A picture of one colour. */
export function plain({ width, height }: Size, [red, green, blue]: Colour): Picture {
  const pixels = new Uint8ClampedArray(width * height * 4)
  const [first = 0] = new Uint32Array(Uint8ClampedArray.of(red, green, blue, 255).buffer)
  new Uint32Array(pixels.buffer).fill(first)
  return { width, height, pixels }
}

/** An image as a user sends it. */
export interface DegradedPage {
  readonly mediaType: 'image/png' | 'image/jpeg'
  readonly bytes: Uint8Array
}

/** Without loss, as a scanner for documents writes it. */
export const png = (picture: Picture): Uint8Array => drawn(picture).encodeSync('png')

/** As cameras write it; quality 0 to 100. */
export const jpeg = (picture: Picture, quality: number): Uint8Array =>
  drawn(picture).encodeSync('jpeg', quality)

function drawn({ width, height, pixels }: Picture): Canvas {
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0)
  return canvas
}

// TIFF 6.0 in an APP1 segment, as Exif has it: little-endian, one directory with one entry.
const ORIENTATION_TAG = 0x0112
const SHORT = 3
const DIRECTORY_AT = 8

/** A JPEG that says by Exif how viewers shall turn it. */
function withOrientation(jpeg: Uint8Array, orientation: number): Uint8Array {
  const start = jpeg.subarray(0, 2)
  return Buffer.concat([start, segment(orientation), jpeg.subarray(2)])
}

function segment(orientation: number): Buffer {
  const tiff = Buffer.alloc(DIRECTORY_AT + 2 + 12 + 4)
  tiff.write('II', 'latin1')
  tiff.writeUInt16LE(42, 2)
  tiff.writeUInt32LE(DIRECTORY_AT, 4)
  tiff.writeUInt16LE(1, DIRECTORY_AT)
  tiff.writeUInt16LE(ORIENTATION_TAG, DIRECTORY_AT + 2)
  tiff.writeUInt16LE(SHORT, DIRECTORY_AT + 4)
  tiff.writeUInt32LE(1, DIRECTORY_AT + 6)
  tiff.writeUInt16LE(orientation, DIRECTORY_AT + 10)
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const header = Buffer.from([0xff, 0xe1, 0, 0])
  header.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([header, content])
}

/** Most are stored upright, some sideways with a note in Exif that says so, some sideways as if that were upright. */
export function stored(photo: Picture, chance: Chance): DegradedPage {
  const quality = chance.whole(75, 85)
  const kind = chance.between(0, 1)
  const image = (turned: Picture): DegradedPage => ({ mediaType: 'image/jpeg', bytes: jpeg(turned, quality) })
  if (kind < 0.05) {
    // Viewers turn 6 by a quarter clockwise, 3 by two, 8 by three; so it is stored the other way round.
    const [orientation, quarters] = chance.oneOf<readonly [number, Quarters]>([
      [6, 3],
      [3, 2],
      [8, 1],
    ])
    const { mediaType, bytes } = image(quarterTurned(photo, quarters))
    return { mediaType, bytes: withOrientation(bytes, orientation) }
  }
  if (kind < 0.1) return image(quarterTurned(photo, chance.oneOf<Quarters>([1, 3])))
  return image(photo)
}

type Quarters = 1 | 2 | 3

/** The picture turned clockwise by quarters. */
function quarterTurned({ width, height, pixels }: Picture, quarters: Quarters): Picture {
  const from = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height)
  const to = new Uint32Array(width * height)
  const size = quarters === 2 ? { width, height } : { width: height, height: width }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [across, down] =
        quarters === 1
          ? [height - 1 - y, x]
          : quarters === 2
            ? [width - 1 - x, height - 1 - y]
            : [y, width - 1 - x]
      to[down * size.width + across] = from[y * width + x] ?? 0
    }
  return { ...size, pixels: new Uint8ClampedArray(to.buffer) }
}
