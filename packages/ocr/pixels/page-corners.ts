import type { DecodedImage } from './decode-image.js'
import { type GreyImage, reduced } from './grey-image.js'
import { paperLikeness, type Side, type SideLine, sideLines, sides, stepAlong } from './page-sides.js'
import type { Corners, Point } from './plane.js'

const FINE = 720
const COARSE_BY = 3
const LEAST_STEP = 6
const LEAST_SHARE = 0.75
const LEAST_AREA = 0.25
// Of everything: then there is next to nothing around the page.
const WHOLE_AREA = 0.985

/**
 * The corners of a page that lies on something else, clockwise from the upper left one, in pixels of the image. `undefined` when
 * the page has not four clear sides within the image: then all of it counts as the page.
 */
export function pageCorners(image: DecodedImage): Corners | undefined {
  const fine = paperLikeness(image, FINE)
  const coarse = reduced(fine, COARSE_BY)
  if (Math.min(coarse.width, coarse.height) < 40 || rangeOf(coarse) < LEAST_STEP) return undefined
  const best = bestQuadrilateral(coarse)
  if (best === undefined) return undefined
  const [across, down] = [fine.width / coarse.width, fine.height / coarse.height]
  const corners = refined(fine, moved(best, across, down))
  return moved(corners, image.width / fine.width, image.height / fine.height)
}

/** How much the brightest place differs from the darkest. */
function rangeOf({ pixels }: GreyImage): number {
  let [least, most] = [255, 0]
  for (const shade of pixels) [least, most] = [Math.min(least, shade), Math.max(most, shade)]
  return most - least
}

function bestQuadrilateral(image: GreyImage): Corners | undefined {
  const [tops = [], rights = [], bottoms = [], lefts = []] = sides.map((side) => sideLines(image, side))
  let best: Corners | undefined
  let most = 0
  for (const top of tops)
    for (const right of rights)
      for (const bottom of bottoms)
        for (const left of lefts) {
          const corners = [
            crossing(top, left),
            crossing(top, right),
            crossing(bottom, right),
            crossing(bottom, left),
          ]
          if (!isFour(corners)) continue
          const worth = isPlausible(corners, image) ? worthOf(image, corners) : 0
          if (worth > most) [best, most] = [corners, worth]
        }
  return best
}

const isFour = (points: readonly (Point | undefined)[]): points is Corners =>
  points.length === 4 && points.every((point) => point !== undefined)

function crossing(one: SideLine, other: SideLine): Point | undefined {
  const [[x1, y1], [x2, y2], [x3, y3], [x4, y4]] = [one.from, one.to, other.from, other.to]
  const by = (x1 - x2) * (y3 - y4) - (y1 - y2) * (x3 - x4)
  if (Math.abs(by) < 1e-6) return undefined
  const [p, q] = [x1 * y2 - y1 * x2, x3 * y4 - y3 * x4]
  return [(p * (x3 - x4) - (x1 - x2) * q) / by, (p * (y3 - y4) - (y1 - y2) * q) / by]
}

/** How clear the sides are, all of them: 0 when one is not. Of two pages within each other the larger one counts. */
function worthOf(image: GreyImage, corners: Corners): number {
  let sum = 0
  for (const [index, side] of sides.entries()) {
    const { step, share } = stepAlong(image, side, ...endsOf(corners, index))
    if (step < LEAST_STEP || share < LEAST_SHARE) return 0
    sum += step * share
  }
  return sum * (0.5 + areaOf(corners) / (image.width * image.height))
}

const endsOf = (corners: Corners, index: number): readonly [Point, Point] => [
  corners[index % 4] ?? corners[0],
  corners[(index + 1) % 4] ?? corners[0],
]

function isPlausible(corners: Corners, { width, height }: GreyImage): boolean {
  const within = corners.every(
    ([x, y]) => x > -0.03 * width && y > -0.03 * height && x < 1.03 * width && y < 1.03 * height,
  )
  const part = areaOf(corners) / (width * height)
  const [top = 0, right = 0, bottom = 0, left = 0] = corners.map((_, index) =>
    lengthOf(...endsOf(corners, index)),
  )
  const isLikeRectangle = ratio(top, bottom) < 1.6 && ratio(left, right) < 1.6 && ratio(top, left) < 8
  return within && part > LEAST_AREA && part < WHOLE_AREA && isLikeRectangle
}

const ratio = (one: number, other: number): number => Math.max(one, other) / Math.max(1, Math.min(one, other))

export const lengthOf = ([x0, y0]: Point, [x1, y1]: Point): number => Math.hypot(x1 - x0, y1 - y0)

function areaOf([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Corners): number {
  return Math.abs((x2 - x0) * (y3 - y1) - (x3 - x1) * (y2 - y0)) / 2
}

function moved(corners: Corners, across: number, down: number): Corners {
  const [a, b, c, d] = corners.map(([x, y]): Point => [x * across, y * down])
  return a && b && c && d ? [a, b, c, d] : corners
}

/** Each side moved a little at both of its ends, to where it is clearest. */
function refined(image: GreyImage, corners: Corners): Corners {
  const lines = sides.map((side, index) => clearest(image, side, ...endsOf(corners, index)))
  const [top, right, bottom, left] = lines
  if (!top || !right || !bottom || !left) return corners
  const found = [crossing(top, left), crossing(top, right), crossing(bottom, right), crossing(bottom, left)]
  return isFour(found) ? found : corners
}

const FURTHEST = 2 * COARSE_BY

function clearest(image: GreyImage, side: Side, from: Point, to: Point): SideLine {
  const isLevel = side === 'top' || side === 'bottom'
  const shifted = ([x, y]: Point, by: number): Point => (isLevel ? [x, y + by] : [x + by, y])
  let best: SideLine = { from, to, step: 0 }
  for (let first = -FURTHEST; first <= FURTHEST; first += 1)
    for (let second = -FURTHEST; second <= FURTHEST; second += 1) {
      const [start, end] = [shifted(from, first), shifted(to, second)]
      const { step } = stepAlong(image, side, start, end)
      if (step > best.step) best = { from: start, to: end, step }
    }
  return best
}
