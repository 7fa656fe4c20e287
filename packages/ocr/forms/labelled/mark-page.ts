import type { RecognisedPage } from '../../page/recognised-page.js'
import { textLines } from '../../page/text-lines.js'
import { joinBrokenLabels } from './join-broken-labels.js'
import { markLabels } from './mark-labels.js'
import { below, type MarkedPage, toTheRight } from './value-lines.js'

/** The lines of a page with their labels, and whether its values stand below or beside them. */
export function markPage(page: RecognisedPage): MarkedPage {
  const lines = joinBrokenLabels(textLines(page).map(markLabels))
  const known = { lines, rules: page.rules }
  const bareLabels = lines.flatMap(({ labels }) =>
    labels.filter(
      ({ label, behind }) => behind.length === 0 && label !== undefined && label.means !== 'member',
    ),
  )
  const sides = bareLabels.map((label) => {
    const [beside, under] = [toTheRight(known, label.box), below(known, label)]
    return (under === undefined ? 0 : 1) - (beside === undefined ? 0 : 1)
  })
  return { ...known, valuesBelow: sides.reduce((sum, side) => sum + side, 0) > 0 }
}
