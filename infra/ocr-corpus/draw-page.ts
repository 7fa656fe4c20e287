import { type DrawnPage, type Layout, languages, layouts, type PaperLanguage } from './corpus.js'
import { Chance } from './data/chance.js'
import { consignment } from './data/consignment.js'
import { drawCmr } from './layouts/cmr/draw-cmr.js'
import { drawDeliveryNote } from './layouts/delivery-note/draw-delivery-note.js'
import { drawLetter } from './layouts/letter/draw-letter.js'
import { Sheet } from './layouts/paper/sheet.js'
import { DoesNotFit } from './layouts/paper/text-block.js'
import { drawTwoColumns } from './layouts/two-columns/draw-two-columns.js'

/** Of the copies of a form; one in three is not white. */
const papers = ['#ffffff', '#fcfbf6', '#fdf1f1', '#f3f7fd', '#fefbe6'] as const
const paper = (chance: Chance): string => (chance.happens(0.65) ? papers[0] : chance.oneOf(papers))

/**
 * Draws a page with believable particulars, all invented; the same seed draws the same.
 *
 * The truth has what a careful clerk would take from the page:
 * - texts, tax identifications, plates and codes as they are printed, without their labels; postal codes without the
 *   country before them; an address without town and country
 * - of several lines of goods the texts in their order with `; ` between them, equal ones once, and the totals of the numbers
 * - temperatures, seals and dangerous goods, each on a line of its own, apart from the description and the instructions
 * - as reference the one that is called so; on a delivery note its number, not that of the customer's order
 * - nothing of what a note has no field for that is one value: the form's own number, the charges, who pays, successive
 *   carriers, reservations, stamps
 */
export function drawPage({
  layout,
  language,
  seed,
}: {
  readonly layout: Layout
  readonly language: PaperLanguage
  readonly seed: number
}): DrawnPage {
  // Papers of one seed in other layouts and languages are about other consignments.
  const chance = new Chance(
    (seed * layouts.length + layouts.indexOf(layout)) * languages.length + languages.indexOf(language),
  )
  for (;;) {
    const sheet = new Sheet(paper(chance))
    const drawn = consignment(chance, language, layout === 'cmr' ? 0 : 0.4)
    if (fits(() => drawing(layout)(sheet, drawn, language, chance))) return sheet.finished()
  }
}

/** Whether everything fitted. A consignment rarely has more text than its paper takes; then the next one is drawn. */
function fits(draw: () => void): boolean {
  try {
    draw()
    return true
  } catch (error) {
    if (error instanceof DoesNotFit) return false
    throw error
  }
}

function drawing(layout: Layout) {
  switch (layout) {
    case 'cmr':
      return drawCmr
    case 'delivery_note':
      return drawDeliveryNote
    case 'letter':
      return drawLetter
    case 'two_columns':
      return drawTwoColumns
    default:
      return layout satisfies never
  }
}
