import type { Bounds, Box } from '../page/recognised-page.js'

/** Where a box of one of several pages is in its image; null: unknown. */
export type Placing = (box: Box, page: number) => Bounds | null

const FINEST = 1e4

/** A part of something, 0 to 1, with four decimals; 0 when it is no number. */
export function roundedPart(part: number): number {
  return Number.isNaN(part) ? 0 : Math.min(1, Math.max(0, Math.round(part * FINEST) / FINEST))
}

/** Bounds with four decimals, none of them beyond the image; null when they are nowhere. */
export function roundedBounds(bounds: Bounds | null): Bounds | null {
  if (bounds === null || !bounds.every(Number.isFinite)) return null
  const [left, top, width, height] = bounds
  const x = roundedPart(left)
  const y = roundedPart(top)
  return [x, y, roundedPart(Math.min(width, 1 - x)), roundedPart(Math.min(height, 1 - y))]
}
