import { Chance } from './data/chance.js'
import { consignment } from './data/consignment.js'
import { type DrawnPage, languages, type PaperLanguage } from './drawn-page.js'
import { drawCmr } from './layouts/cmr/draw-cmr.js'
import { compose } from './layouts/composed/compose.js'
import { drawOther } from './layouts/composed/draw-other.js'
import { type Family, familyOf, isNote, type Layout, layouts } from './layouts/families.js'
import { Sheet } from './layouts/paper/sheet.js'
import { DoesNotFit } from './layouts/paper/text-block.js'

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
 * - of a paper that is no note nothing
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
  const family = familyOf(layout)
  // Papers of one seed in other layouts and languages are about other consignments.
  const chance = new Chance(
    (seed * layouts.length + layouts.indexOf(layout)) * languages.length + languages.indexOf(language),
  )
  for (;;) {
    const sheet = new Sheet(paper(chance))
    const lines = family.kind === 'cmr' ? undefined : chance.whole(...family.lines)
    const isLong = lines !== undefined && lines > USUAL_LINES
    const drawn = consignment(chance, language, family.kind === 'cmr' ? 0 : 0.4, isLong ? lines : undefined)
    if (fits(() => draw(family, sheet, drawn, language, chance))) return sheet.finished()
  }
}

// As many as are chosen to go together; more are chosen one by one.
const USUAL_LINES = 3

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

function draw(family: Family, ...on: Parameters<typeof drawCmr>): void {
  if (family.kind === 'cmr') drawCmr(...on)
  else if (isNote(family)) compose(family, ...on)
  else drawOther(family, ...on)
}
