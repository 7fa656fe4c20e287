import { after } from '@ecmr/ocr/testing'
import { Chance } from '../data/chance.js'
import { addGrain, fold, print, saltAndPepper, softened, toner } from './flaws.js'
import { layOn } from './photographs.js'
import { type Colour, type DegradedPage, jpeg, type Picture, plain, png } from './picture.js'
import { moved, radians, turned } from './plane.js'

/** As printed; half of them as a good scanner sees it, with paper that is not quite white and ink that is not quite black. */
export function clean(page: Picture, chance: Chance): DegradedPage {
  const scanned = chance.happens(0.5)
  const paper = scanned ? chance.whole(244, 253) : 255
  const ink = scanned ? chance.whole(8, 30) : 0
  const { width, height } = page
  const pixels = page.pixels.map((value, at) =>
    at % 4 === 3 ? 255 : Math.round(ink + (value * (paper - ink)) / 255),
  )
  return { mediaType: 'image/png', bytes: png({ width, height, pixels }) }
}

/** A copy of a copy: greyish paper, faded print, specks of toner, a fold, and too much compression. */
export function noisy(page: Picture, chance: Chance): DegradedPage {
  const copy = print(softened(page, chance.between(0.35, 0.7)), chance)
  fold(copy, chance)
  toner(copy, chance.whole(40, 250), chance)
  addGrain(copy, chance.between(3, 7), 0, chance)
  saltAndPepper(copy, chance.between(0.0003, 0.002), chance)
  return { mediaType: 'image/jpeg', bytes: jpeg(copy, 60) }
}

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

// must be the first value drawn from chance, so that the seed determines it
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
