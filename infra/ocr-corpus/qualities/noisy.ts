import type { Chance } from '../data/chance.js'
import type { DegradedPage } from './degraded-page.js'
import { jpeg } from './encode.js'
import { print } from './faded-print.js'
import { fold } from './fold.js'
import { addGrain } from './grain.js'
import type { Picture } from './picture.js'
import { softened } from './soften.js'
import { saltAndPepper, toner } from './specks.js'

/** A copy of a copy: greyish paper, faded print, specks of toner, a fold, and too much compression. */
export function noisy(page: Picture, chance: Chance): DegradedPage {
  const copy = print(softened(page, chance.between(0.35, 0.7)), chance)
  fold(copy, chance)
  toner(copy, chance.whole(40, 250), chance)
  addGrain(copy, chance.between(3, 7), 0, chance)
  saltAndPepper(copy, chance.between(0.0003, 0.002), chance)
  return { mediaType: 'image/jpeg', bytes: jpeg(copy, 60) }
}
