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
