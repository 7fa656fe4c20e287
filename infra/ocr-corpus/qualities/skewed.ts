import { Chance } from '../data/chance.js'
import type { DegradedPage } from './degraded-page.js'
import { jpeg } from './encode.js'
import { addGrain } from './grain.js'
import { layOn } from './lay-on.js'
import { type Colour, type Picture, plain } from './picture.js'
import { after, moved, radians, turned } from './plane.js'

const MOST_DEGREES = 5

/** How far a page with this seed lies askew, in degrees clockwise, within ±5. */
export const skewAngle = (seed: number): number => angleBy(new Chance(seed))

/** Put askew under the lid of a scanner that is larger than the paper, so that the paper's edges are seen. */
export function skewed(page: Picture, chance: Chance): DegradedPage {
  const angle = angleBy(chance)
  const glass = glassFor(page, angle, chance.between(0.005, 0.03))
  const scan = plain(glass, lid(chance))
  const toPage = after(
    moved(page.width / 2, page.height / 2),
    after(turned(-angle), moved(-glass.width / 2, -glass.height / 2)),
  )
  layOn(scan, page, toPage, { depth: chance.between(0.1, 0.4), reach: page.width / 250 })
  addGrain(scan, chance.between(1, 3), 1, chance)
  return { mediaType: 'image/jpeg', bytes: jpeg(scan, 85) }
}

// must be the first that is asked of chance, so that it can be told from the seed
const angleBy = (chance: Chance): number => chance.between(-MOST_DEGREES, MOST_DEGREES)

/** The least glass on which the page finds room, and a margin as part of its width. */
function glassFor(
  { width, height }: Picture,
  angle: number,
  margin: number,
): { width: number; height: number } {
  const cos = Math.cos(radians(angle))
  const sin = Math.abs(Math.sin(radians(angle)))
  const edge = 2 * margin * width
  return {
    width: Math.ceil(width * cos + height * sin + edge),
    height: Math.ceil(width * sin + height * cos + edge),
  }
}

/** Most lids are white, some black. */
function lid(chance: Chance): Colour {
  const grey = chance.happens(0.75) ? chance.whole(205, 240) : chance.whole(15, 60)
  return [grey, grey, grey]
}
