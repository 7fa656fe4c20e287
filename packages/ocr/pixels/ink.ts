import type { GreyImage } from './grey-image.js'

/** Which pixels of an image are dark, row by row: 1 or 0. */
export interface Ink {
  readonly width: number
  readonly height: number
  readonly dark: Uint8Array
}

/** Everything darker than a shade, of an image in even light. */
export function inkOf({ width, height, pixels }: GreyImage, lighterThan: number): Ink {
  const dark = new Uint8Array(pixels.length)
  for (let at = 0; at < pixels.length; at += 1) dark[at] = (pixels[at] ?? 255) < lighterThan ? 1 : 0
  return { width, height, dark }
}

/** The same with rows for columns. */
export function transposed({ width, height, dark }: Ink): Ink {
  const columns = new Uint8Array(dark.length)
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) columns[x * height + y] = dark[at] ?? 0
  return { width: height, height: width, dark: columns }
}
