import type { DrawnPage, Quality } from './corpus-page.js'
import { Chance } from './data/chance.js'
import { clean } from './qualities/clean.js'
import type { DegradedPage } from './qualities/degraded-page.js'
import { noisy } from './qualities/noisy.js'
import { photographed } from './qualities/photographed.js'
import { skewed } from './qualities/skewed.js'

export type { DegradedPage } from './qualities/degraded-page.js'
export { skewAngle } from './qualities/skewed.js'

/** The image that a scanner or a telephone would make of a page; the same seed makes the same bytes. */
export function degradePage(page: DrawnPage, quality: Quality, seed: number): DegradedPage {
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
