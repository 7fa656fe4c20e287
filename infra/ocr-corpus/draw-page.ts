import type { DrawnPage, Layout, PaperLanguage } from './corpus-page.js'
import { Chance } from './data/chance.js'
import { consignment } from './data/consignment.js'
import { drawCmr } from './layouts/cmr/draw-cmr.js'
import { Sheet } from './layouts/paper/sheet.js'

/** Draws a page with believable particulars; the same seed draws the same. */
export function drawPage({
  layout,
  language,
  seed,
}: {
  readonly layout: Layout
  readonly language: PaperLanguage
  readonly seed: number
}): DrawnPage {
  const chance = new Chance(seed)
  const sheet = new Sheet('#ffffff')
  switch (layout) {
    case 'cmr':
      drawCmr(sheet, consignment(chance, language), language, chance)
      break
    case 'delivery_note':
    case 'letter':
    case 'two_columns':
      throw new Error(`${layout} cannot be drawn yet`)
    default:
      return layout satisfies never
  }
  return sheet.finished()
}
