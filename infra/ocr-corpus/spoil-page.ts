import type { DrawnPage, Quality } from './corpus-page.js'
import { Chance } from './data/chance.js'
import { clean } from './qualities/clean.js'
import { noisy } from './qualities/noisy.js'
import { photographed } from './qualities/photographed.js'
import { skewed } from './qualities/skewed.js'
import type { SpoiltPage } from './qualities/spoilt-page.js'

export { skewAngle } from './qualities/skewed.js'
export type { SpoiltPage } from './qualities/spoilt-page.js'

/** The image that a scanner or a telephone would make of a page; the same seed makes the same bytes. */
export function spoilPage(page: DrawnPage, quality: Quality, seed: number): SpoiltPage {
  const happening = new Chance(seed)
  switch (quality) {
    case 'clean':
      return clean(page, happening)
    case 'noisy':
      return noisy(page, happening)
    case 'skewed':
      return skewed(page, happening)
    case 'photographed':
      return photographed(page, happening)
    default:
      return quality satisfies never
  }
}
