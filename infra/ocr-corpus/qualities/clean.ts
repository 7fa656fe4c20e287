import type { Chance } from '../data/chance.js'
import type { DegradedPage } from './degraded-page.js'
import { png } from './encode.js'
import type { Picture } from './picture.js'

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
