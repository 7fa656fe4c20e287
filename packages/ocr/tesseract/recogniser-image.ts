import type { GreyImage } from '../pixels/grey-image.js'

/** An image as Leptonica reads it most cheaply: a portable grey map, which is a line of text and the pixels. */
export function portableGreyMap({ width, height, pixels }: GreyImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels])
}
