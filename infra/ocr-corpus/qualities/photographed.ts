import type { Chance } from '../data/chance.js'
import type { DegradedPage } from './degraded-page.js'
import { addGrain } from './grain.js'
import { layOn } from './lay-on.js'
import { textDirectionOf } from './lie.js'
import { lightUp } from './light.js'
import type { Picture, Size } from './picture.js'
import { softened } from './soften.js'
import { stored } from './stored.js'
import { tableTop } from './table-top.js'

const SENSORS: readonly Size[] = [
  { width: 2448, height: 3264 },
  { width: 2736, height: 3648 },
  { width: 3000, height: 4000 },
]

/** Laid on a table and taken with a telephone. */
export function photographed(page: Picture, chance: Chance): DegradedPage {
  const photo = tableTop(frameFor(page, chance), chance)
  layOn(photo, softened(page, chance.between(0.4, 0.9)), textDirectionOf(page, photo, chance), {
    depth: chance.between(0.25, 0.6),
    reach: page.width / chance.between(60, 250),
  })
  lightUp(photo, chance)
  addGrain(photo, chance.between(2, 5), chance.between(1, 3), chance)
  return stored(photo, chance)
}

/** Whoever photographs a page holds the telephone as the page lies. */
function frameFor(page: Picture, chance: Chance): Size {
  const { width, height } = chance.oneOf(SENSORS)
  return page.width > page.height ? { width: height, height: width } : { width, height }
}
