import type { Picture } from './picture.js'

/** The picture a little out of focus; sigma in pixels, up to about 1.4. */
export function softened(picture: Picture, sigma: number): Picture {
  // Two passes of three taps each; the variance of taps (k, 1 - 2k, k) is 2k.
  const share = Math.min(1 / 3, sigma ** 2 / 4)
  const once = spread(picture, share)
  return spread(once, share)
}

function spread({ width, height, pixels }: Picture, share: number): Picture {
  const across = new Uint8ClampedArray(pixels.length)
  const down = new Uint8ClampedArray(pixels.length)
  const rowLength = width * 4
  taps(pixels, across, 4, rowLength, share)
  taps(across, down, rowLength, pixels.length, share)
  return { width, height, pixels: down }
}

/** Mixes each value with the two that lie `step` before and behind it; those at the edges of a line stay. */
function taps(
  from: Uint8ClampedArray,
  to: Uint8ClampedArray,
  step: number,
  line: number,
  share: number,
): void {
  const middle = 1 - 2 * share
  for (let start = 0; start < from.length; start += line) {
    const end = start + line
    for (let at = start; at < start + step; at++) to[at] = from[at] ?? 0
    for (let at = start + step; at < end - step; at++)
      to[at] = middle * (from[at] ?? 0) + share * ((from[at - step] ?? 0) + (from[at + step] ?? 0))
    for (let at = end - step; at < end; at++) to[at] = from[at] ?? 0
  }
}
