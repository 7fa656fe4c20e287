import type { Bounds } from '../port.js'
import type { Box, Homography, Quarter } from './recognised-page.js'

/** The upright rectangle around a box of a page, as parts of the image; never beyond its edges. */
export function boundsInImage({ x, y, width, height }: Box, toImage: Homography): Bounds {
  const corners = [
    at(toImage, x, y),
    at(toImage, x + width, y),
    at(toImage, x, y + height),
    at(toImage, x + width, y + height),
  ]
  const left = within(Math.min(...corners.map(([across]) => across)))
  const right = within(Math.max(...corners.map(([across]) => across)))
  const top = within(Math.min(...corners.map(([, down]) => down)))
  const bottom = within(Math.max(...corners.map(([, down]) => down)))
  return [left, top, right - left, bottom - top]
}

/** Bounds in an image as they are when it is turned clockwise. */
export function turnedBounds([x, y, width, height]: Bounds, turned: Quarter): Bounds {
  switch (turned) {
    case 0:
      return [x, y, width, height]
    case 90:
      return [1 - y - height, x, height, width]
    case 180:
      return [1 - x - width, 1 - y - height, width, height]
    case 270:
      return [y, 1 - x - width, height, width]
    default:
      return turned satisfies never
  }
}

function at([a, b, c, d, e, f, g, h, i]: Homography, x: number, y: number): readonly [number, number] {
  const w = g * x + h * y + i
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

const within = (part: number): number => Math.min(1, Math.max(0, part))
