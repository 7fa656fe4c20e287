import { adjugate, after, type Homography, mapped, type Point, scaled } from '@ecmr/ocr/testing'
import type { Chance } from '../data/chance.js'
import type { Size } from './picture.js'

export const moved = (x: number, y: number): Homography => [1, 0, x, 0, 1, y, 0, 0, 1]

/** Turned clockwise, y being downwards. */
export function turned(degrees: number): Homography {
  const cos = Math.cos(radians(degrees))
  const sin = Math.sin(radians(degrees))
  return [cos, -sin, 0, sin, cos, 0, 0, 0, 1]
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180

const MOST_ASKEW = 3
const MOST_TILTED = 14

/** How a page lies before a telephone that is held almost above it: from pixels of the photograph to those of the page. */
export function textDirectionOf(page: Size, photo: Size, chance: Chance): Homography {
  const upright = after(scaled(1 / page.height), moved(-page.width / 2, -page.height / 2))
  const seen = after(seenFrom(chance), after(turned(chance.between(-MOST_ASKEW, MOST_ASKEW)), upright))
  // How the third row is scaled does not matter.
  return adjugate(after(framed(corners(page, seen), photo, chance), seen))
}

/** A camera at a distance in heights of the page, tilted in any direction, sees the plane of the page. */
function seenFrom(chance: Chance): Homography {
  const towards = chance.between(0, 360)
  const tilt = radians(chance.between(0, MOST_TILTED))
  const distance = chance.between(1.1, 1.5)
  const tilted: Homography = [1, 0, 0, 0, Math.cos(tilt), 0, 0, Math.sin(tilt), distance]
  return after(turned(-towards), after(tilted, turned(towards)))
}

/** Brings what is seen into the photograph, with some of the table on all sides. */
function framed(seen: readonly Point[], photo: Size, chance: Chance): Homography {
  const [left, right] = extent(seen.map(([x]) => x))
  const [top, bottom] = extent(seen.map(([, y]) => y))
  const filled = chance.between(0.84, 0.96)
  const scale = filled * Math.min(photo.width / (right - left), photo.height / (bottom - top))
  const free = (room: number, taken: number): number => (room - taken * scale) * chance.between(0.35, 0.65)
  const across = free(photo.width, right - left)
  const down = free(photo.height, bottom - top)
  return after(moved(across, down), after(scaled(scale), moved(-left, -top)))
}

const extent = (values: readonly number[]): readonly [number, number] => [
  Math.min(...values),
  Math.max(...values),
]

function corners({ width, height }: Size, map: Homography): readonly Point[] {
  const points: readonly Point[] = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ]
  return points.map((point) => mapped(map, point))
}
