import type { CorpusPage, Quality } from './corpus.js'
import { Chance } from './data/chance.js'
import type { DrawnPage } from './drawn-page.js'
import { photographed } from './qualities/photographs.js'
import type { DegradedPage } from './qualities/picture.js'
import { clean, noisy, skewed } from './qualities/scans.js'

export type { DegradedPage } from './qualities/picture.js'
export { skewAngle } from './qualities/scans.js'

import { drawPage } from './draw-page.js'

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

/** A page of the corpus on paper. */
export interface MadePage {
  readonly page: CorpusPage
  readonly drawn: DrawnPage
}

// What is printed must not be predictable from what happens to the paper.
const ANOTHER = 0x5eed

/** Draws a page of the corpus. */
export const madePage = (page: CorpusPage): MadePage => ({ page, drawn: drawPage(page) })

/** The image of it that a user sends. */
export const imageOf = ({ page, drawn }: MadePage): DegradedPage =>
  degradePage(drawn, page.quality, page.seed ^ ANOTHER)
