/** x, y, width and height as parts of an image, 0 to 1. */
export type Bounds = readonly [number, number, number, number]

/** A rectangle on the upright page, in its pixels, y downwards. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One word as recognition saw it. */
export interface RecognisedWord {
  readonly text: string
  /** 0 to 1 */
  readonly confidence: number
  readonly box: Box
}

/** A printed line of a form. */
export interface Rule {
  readonly direction: 'horizontal' | 'vertical'
  readonly box: Box
}

/** Quarters of a turn, in degrees, clockwise. */
export type Quarter = 0 | 90 | 180 | 270

/**
 * A map between planes that keeps straight lines straight, row by row: (x, y) goes to ((m0 x + m1 y + m2) / w,
 * (m3 x + m4 y + m5) / w) with w = m6 x + m7 y + m8.
 */
export type Homography = readonly [number, number, number, number, number, number, number, number, number]

/** What recognition saw on a page that was made upright and flat: words with their places, and the lines of the form. */
export interface RecognisedPage {
  readonly width: number
  readonly height: number
  readonly words: readonly RecognisedWord[]
  readonly rules: readonly Rule[]
  /** from pixels of the page to parts (0 to 1) of the image as viewers show it */
  readonly toImage: Homography
}

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
