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
