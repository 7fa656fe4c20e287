import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas'
import type { Picture } from './picture.js'

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
