import type { CorpusPage, DrawnPage } from './corpus-page.js'
import { type DegradedPage, degradePage } from './degrade-page.js'
import { drawPage } from './draw-page.js'

/** A page of the corpus on paper. */
export interface MadePage {
  readonly page: CorpusPage
  readonly drawn: DrawnPage
}

// What is printed must not be told from what happens to the paper.
const ANOTHER = 0x5eed

/** Draws a page of the corpus. */
export const madePage = (page: CorpusPage): MadePage => ({ page, drawn: drawPage(page) })

/** The image of it that somebody sends. */
export const imageOf = ({ page, drawn }: MadePage): DegradedPage =>
  degradePage(drawn, page.quality, page.seed ^ ANOTHER)
