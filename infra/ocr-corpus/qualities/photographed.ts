import type { Chance } from '../data/chance.js'
import { jpeg } from './encode.js'
import { withOrientation } from './exif-orientation.js'
import { addGrain } from './grain.js'
import { layOn } from './lay-on.js'
import { lieOf } from './lie.js'
import { lightUp } from './light.js'
import type { Picture, Size } from './picture.js'
import { softened } from './soften.js'
import type { SpoiltPage } from './spoilt-page.js'
import { tableTop } from './table-top.js'
import { type Quarters, quarterTurned } from './turn.js'

const SENSORS: readonly Size[] = [
  { width: 2448, height: 3264 },
  { width: 2736, height: 3648 },
  { width: 3000, height: 4000 },
]

/** Laid on a table and taken with a telephone. */
export function photographed(page: Picture, chance: Chance): SpoiltPage {
  const photo = tableTop(frameFor(page, chance), chance)
  layOn(photo, softened(page, chance.between(0.4, 0.9)), lieOf(page, photo, chance), {
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

/** Most are stored upright, some sideways with a note in Exif that says so, some sideways as if that were upright. */
function stored(photo: Picture, chance: Chance): SpoiltPage {
  const quality = chance.whole(75, 85)
  const kind = chance.between(0, 1)
  const image = (turned: Picture): SpoiltPage => ({ mediaType: 'image/jpeg', bytes: jpeg(turned, quality) })
  if (kind < 0.05) {
    // Viewers turn 6 by a quarter clockwise, 3 by two, 8 by three; so it is stored the other way round.
    const [orientation, quarters] = chance.oneOf<readonly [number, Quarters]>([
      [6, 3],
      [3, 2],
      [8, 1],
    ])
    const { mediaType, bytes } = image(quarterTurned(photo, quarters))
    return { mediaType, bytes: withOrientation(bytes, orientation) }
  }
  if (kind < 0.1) return image(quarterTurned(photo, chance.oneOf<Quarters>([1, 3])))
  return image(photo)
}
