import type { DecodedImage } from './decode-image.js'
import type { GreyImage } from './grey-image.js'

/** The shades of an image in colour, by how bright each colour seems (ITU-R BT.601). */
export function greyOf({ width, height, pixels }: DecodedImage): GreyImage {
  const grey = new Uint8Array(width * height)
  for (let at = 0; at < grey.length; at += 1) {
    const red = pixels[at * 4] ?? 0
    const green = pixels[at * 4 + 1] ?? 0
    const blue = pixels[at * 4 + 2] ?? 0
    grey[at] = (red * 77 + green * 150 + blue * 29) >> 8
  }
  return { width, height, pixels: grey }
}
