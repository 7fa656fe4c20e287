import type { Picture } from './picture.js'

export type Quarters = 1 | 2 | 3

/** The picture turned clockwise by quarters. */
export function quarterTurned({ width, height, pixels }: Picture, quarters: Quarters): Picture {
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
