import { evenLight } from './even-light.js'
import type { GreyImage } from './grey-image.js'
import { inkOf } from './ink.js'
import { type InkPoints, letterPoints } from './letter-points.js'
import { runsUpOrDown } from './text-direction.js'

/** How the lines of text lie on a page. */
export interface PageLie {
  /** whether they run up or down */
  readonly isSideways: boolean
  /** in degrees, by how much they fall to the right; when they run up or down, as they do when it is turned by a quarter clockwise */
  readonly skew: number
}

const MOST_DEGREES = 7
const COARSE = 0.5
const FINE = 0.1
const INK = 150
// Of points: fewer are no text.
const LEAST_INK = 150

/**
 * How the text on a much reduced page lies: along its lines there is much ink and between them none, so that of all
 * directions theirs gives the sums of ink that differ most from one to the next.
 */
export function lieOf(page: GreyImage, asIfSideways?: boolean): PageLie {
  const points = letterPoints(inkOf(evenLight(page), INK))
  if (points.x.length < LEAST_INK) return { isSideways: asIfSideways ?? false, skew: 0 }
  const upright = clearestDirection(points, page.width, page.height)
  if (!(asIfSideways ?? runsUpOrDown(points.boxes))) return { isSideways: false, skew: upright.degrees }
  const turned = { ...points, x: points.y.map((y) => page.height - 1 - y), y: points.x }
  return { isSideways: true, skew: clearestDirection(turned, page.height, page.width).degrees }
}

interface Direction {
  readonly degrees: number
  readonly clearness: number
}

function clearestDirection(points: InkPoints, width: number, height: number): Direction {
  const at = (degrees: number): Direction => ({
    degrees,
    clearness: clearness(points, width, height, degrees),
  })
  const around = (middle: number, reach: number, step: number): readonly Direction[] => {
    const steps = Math.round(reach / step)
    return Array.from({ length: 2 * steps + 1 }, (_, index) => at(middle + (index - steps) * step))
  }
  const best = (directions: readonly Direction[]): Direction =>
    directions.reduce((most, one) => (one.clearness > most.clearness ? one : most), at(0))
  return best(around(best(around(0, MOST_DEGREES, COARSE)).degrees, COARSE, FINE))
}

function clearness({ x, y }: InkPoints, width: number, height: number, degrees: number): number {
  const fall = Math.tan((degrees * Math.PI) / 180)
  const first = Math.ceil(Math.abs(fall) * width)
  const sums = new Float64Array(height + 2 * first + 2)
  for (let index = 0; index < x.length; index += 1) {
    const row = first + (y[index] ?? 0) - (x[index] ?? 0) * fall
    const upper = Math.floor(row)
    sums[upper] = (sums[upper] ?? 0) + 1 - (row - upper)
    sums[upper + 1] = (sums[upper + 1] ?? 0) + row - upper
  }
  return sums.reduce((total, sum, row) => total + (sum - (sums[row - 1] ?? 0)) ** 2, 0)
}
