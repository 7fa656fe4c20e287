import type { Chance } from '../data/chance.js'
import type { DegradedPage } from './degraded-page.js'
import { jpeg } from './encode.js'
import { withOrientation } from './exif-orientation.js'
import type { Picture } from './picture.js'
import { type Quarters, quarterTurned } from './turn.js'

/** Most are stored upright, some sideways with a note in Exif that says so, some sideways as if that were upright. */
export function stored(photo: Picture, chance: Chance): DegradedPage {
  const quality = chance.whole(75, 85)
  const kind = chance.between(0, 1)
  const image = (turned: Picture): DegradedPage => ({ mediaType: 'image/jpeg', bytes: jpeg(turned, quality) })
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
