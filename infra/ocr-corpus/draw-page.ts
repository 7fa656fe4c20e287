import type { DrawnPage, Layout, PaperLanguage } from './corpus-page.js'

/** Draws a page with believable particulars; the same seed draws the same. */
export function drawPage(_choice: {
  readonly layout: Layout
  readonly language: PaperLanguage
  readonly seed: number
}): DrawnPage {
  throw new Error('not built')
}
